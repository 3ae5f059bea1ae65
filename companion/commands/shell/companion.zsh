#compdef companion
# Completion of zsh for companion. Written from its commands; to have it in this shell:
#   . <(companion completion zsh)
_companion() {
  local word called=''
  local -a below arguments
  for word in "${words[@]:1:$((CURRENT - 2))}"; do
    case "$called $word" in
      (" backup" | " board-test" | " boards" | " check" | " completion" | " demo" | " doctor" | " export" | " games" | " hall" | " hall adopt" | " hall board" | " hall check" | " hall export" | " hall forget" | " hall init" | " hall publish" | " hall remove" | " hall renew" | " hall revoke" | " hall table" | " history" | " import" | " labels" | " log" | " manual" | " pad" | " pad list" | " pad check" | " pad add" | " pad show" | " pad try" | " pad new" | " referee" | " report" | " restore" | " run" | " show" | " stats" | " verify" | " wiring") called="$called $word" ;;
    esac
  done
  case "$called" in
    ("")
      below=('backup:write the record and the settings into one file'
        'board-test:test the display and every key, step by step'
        'boards:list the boards; or print the file of one, as a template'
        'check:look at the whole record; status 0 sound, 1 repaired, 2 trouble'
        'completion:print the completion of a shell: bash, zsh or fish'
        'demo:an evening that plays itself in the terminal, until a key is pressed; nothing of it is kept'
        'doctor:look at everything the device needs; status 0, 1 or 2'
        'export:write a game, or all, as text, JSON, a table of results or links to BG Stats'
        'games:list the games, score pads too, and what their options mean'
        'hall:many tables, one board'
        'history:the games that are over, the last one first'
        'import:take games from a file, text or JSON, into the record'
        'labels:write a sheet of labels for the cards of a game, for a reader of QR codes'
        'log:the record line by line: everything that was entered, undone, begun'
        'manual:print the manual page of all commands, for `man -l -`'
        'pad:check, add, list and show score pads, each a game in one file'
        'referee:answer requests, one JSON object a line'
        'report:write a game as a page for phones and for paper'
        'restore:restore the record and the settings from a backup'
        'run:start the device (the default)'
        'show:a game: its whole log in words and in notation, who has won and why'
        'stats:who has won how often, how long games take; two people head to head; ratings'
        'verify:check that each choice of the device in a finished game follows from its sealed seed'
        'wiring:which wire goes to which pin of the Pi'"'"'s header')
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--panel[where to play\: a board on a Pi, a terminal, a window, or lines of text]:auto board terminal window text simulated:(auto board terminal window text simulated)'
        '--data[the folder of the record]:dir:_files -/'
        '--board[a board by its name (see\: companion boards) or the file of one]:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--frames[write every distinct picture there as a PNG]:dir:_files -/'
        '--web[pages to watch, for phones, streams (/overlay) and televisions (/big); a PORT alone is for this machine only, 0.0.0.0\:PORT for the whole network]:host  port:()'
        '--version[show the version and end]')
      ;;
    (" backup")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:file:_files'
        '--numbered[in the record'"'"'s folder, under the next number; three are kept]:name:()'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" board-test")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--board[a board by its name (see\: companion boards) or the file of one]:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--panel[where the board is]:auto board terminal text:(auto board terminal text)')
      ;;
    (" boards")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--json[for programs]')
      ;;
    (" check")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '--repair[cut an incomplete end off, rebuild the index]'
        '--json[for programs]')
      ;;
    (" completion")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:bash zsh fish:(bash zsh fish)')
      ;;
    (" demo")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '-o[afterwards, write the page that companion report makes of the game of Hearts]:file html:_files'
        '--language[its language (en)]:en ja:(en ja)')
      ;;
    (" doctor")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--board[a board by its name (see\: companion boards) or the file of one]:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]')
      ;;
    (" export")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(last)'
        '--all[all games]'
        '--as[text in the action notation (the default), JSON, results as CSV, or the link that adds a game that is over to the app BG Stats; with --all a line for each such game]:text json csv bgstats:(text json csv bgstats)'
        '-o[write there, not to standard output]:file:_files'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" games")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]')
      ;;
    (" hall")
      below=('adopt:let another table send the results of a record'
        'board:keep and show the results of all tables'
        'check:look at the configuration, the brokers, and what is not confirmed'
        'export:write standings or results as CSV, JSON or a page, without the board'
        'forget:blank somebody'"'"'s name and standing on the board'
        'init:write the hall.toml of a new board'
        'publish:send the results and the state of this table to the boards'
        'remove:stop showing a table that does not come back'
        'renew:change the certificate of the broker'
        'revoke:make a new password and key for a table whose file is in wrong hands'
        'table:print the hall.toml of a table')
      arguments=('-h[show the help and end]'
        '--help[show the help and end]')
      ;;
    (" hall adopt")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:record:()'
        '*:table:()'
        '--data[the folder of the board'"'"'s database]:dir:_files -/')
      ;;
    (" hall board")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files'
        '--data[the folder of the board'"'"'s database]:dir:_files -/'
        '--web[where its pages are]:host port:()'
        '--ask-again[ask every table for everything once more]')
      ;;
    (" hall check")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files'
        '--data[the folder of the table'"'"'s record, or of the board'"'"'s database]:dir:_files -/'
        '--state[the folder of the publisher'"'"'s own file]:dir:_files -/'
        '--json[for programs]')
      ;;
    (" hall export")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:what:(standings results)'
        '--as[as the board'"'"'s pages give it; html is a page for paper and phones]:csv json html:(csv json html)'
        '--evening[only this evening, like 2026-11-22]:day:()'
        '--from[from this evening on; --to is needed, too]:day:()'
        '--to[until this evening; --from is needed, too]:day:()'
        '--league[a league of hall.toml]:name:()'
        '--kind[only this game, like spartacus]:key:(wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives)'
        '-o[write there, not to standard output]:file:_files'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files'
        '--data[the folder of the board'"'"'s database]:dir:_files -/')
      ;;
    (" hall forget")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:person:()'
        '--data[the folder of the board'"'"'s database]:dir:_files -/')
      ;;
    (" hall init")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:club:()'
        '--broker[like mqtts\://host\:8883, or mqtt\:// in this house]:url:()'
        '--ca[the certificate by which tables and boards know the broker, a file beside hall.toml; without it, the authorities that this system knows]:file:_files'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files')
      ;;
    (" hall publish")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files'
        '--data[the folder of the record]:dir:_files -/'
        '--state[the folder of the publisher'"'"'s own file]:dir:_files -/')
      ;;
    (" hall remove")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:table:()'
        '--data[the folder of the board'"'"'s database]:dir:_files -/')
      ;;
    (" hall renew")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--now[the tables have their new files\: use the new certificate]'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files')
      ;;
    (" hall revoke")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:table:()'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files')
      ;;
    (" hall table")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:table:()'
        '--config[the file in place of /etc/companion/hall.toml]:file:_files')
      ;;
    (" history")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--limit[at most this many games (20)]:n:()'
        '--game[only this game, by its key (see\: companion games)]:game:(praetorians spartacus hannibal seven-hills army-ants wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives)'
        '--player[only this person; may come several times]:name:()'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]'
        '--csv[for spreadsheets]')
      ;;
    (" import")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:file:_files'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" labels")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(praetorians spartacus hannibal seven-hills army-ants)'
        '-o[the file, or - for standard output]:file html:_files'
        '--cut[squares to cut out and put into sleeves, instead of label paper of 5 by 13]'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" log")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(last)'
        '-f[go on while the record grows, until Ctrl-C]'
        '--follow[go on while the record grows, until Ctrl-C]'
        '--raw[the lines as they stand in the file]'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" manual")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]')
      ;;
    (" pad")
      below=('list:list the pads and where they come from'
        'check:say of each file whether it is a sound pad, and if not why'
        'add:put a pad into the record'"'"'s folder, where it becomes a game'
        'show:print the file of a pad'
        'try:enter rounds in the terminal, see the arithmetic, and get them as an example'
        'new:print a file to start a pad of your own from')
      arguments=('-h[show the help and end]'
        '--help[show the help and end]')
      ;;
    (" pad list")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]')
      ;;
    (" pad check")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '*:file:_files')
      ;;
    (" pad add")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '*:file:_files'
        '--replace[replace another pad of the same key]')
      ;;
    (" pad show")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '*:key:(wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives)')
      ;;
    (" pad try")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/'
        '*:file:_files'
        '--players[how many people; by default the fewest, at least two]:n:()'
        '--option[an option of the pad]:name value:()')
      ;;
    (" pad new")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" referee")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--schema[print the JSON Schema of requests, replies and tables, and end]'
        '--pads[also the score pads of this folder]:dir:_files -/')
      ;;
    (" report")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(last)'
        '-o[the file, or - for standard output]:file html:_files'
        '--review[look at the game again, also if the device has not\: how likely everybody was to win, and what changed it]'
        '--language[its language; else the one that is set]:en ja:(en ja)'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" restore")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:file:_files'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" run")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--panel[where to play\: a board on a Pi, a terminal, a window, or lines of text]:auto board terminal window text simulated:(auto board terminal window text simulated)'
        '--data[the folder of the record]:dir:_files -/'
        '--board[a board by its name (see\: companion boards) or the file of one]:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--frames[write every distinct picture there as a PNG]:dir:_files -/'
        '--web[pages to watch, for phones, streams (/overlay) and televisions (/big); a PORT alone is for this machine only, 0.0.0.0\:PORT for the whole network]:host  port:()')
      ;;
    (" show")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(last)'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]'
        '--csv[for spreadsheets]')
      ;;
    (" stats")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '--game[only this game, by its key (see\: companion games)]:game:(praetorians spartacus hannibal seven-hills army-ants wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives)'
        '--player[only this person; may come several times]:name:()'
        '--ratings[ratings in place of counts\: how well people play each game, computed from all its results]'
        '--data[the folder of the record]:dir:_files -/'
        '--json[for programs]'
        '--csv[for spreadsheets]')
      ;;
    (" verify")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:game:(last)'
        '--data[the folder of the record]:dir:_files -/')
      ;;
    (" wiring")
      arguments=('-h[show the help and end]'
        '--help[show the help and end]'
        '*:board:(adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106)'
        '--keys[how many keys, 3, 4, 5 or 7, if BOARD is a chip]:n:()'
        '--encoder[a rotary encoder for UP, DOWN and OK, if BOARD is a chip]'
        '--svg[a drawing as SVG]')
      ;;
  esac
  (( ! $#below )) || [[ $PREFIX = -* ]] || _describe command below
  # The words of the command itself are no arguments of it.
  local -a parts=(${=called})
  words=(companion "${(@)words[$#parts + 2,-1]}")
  (( CURRENT -= $#parts ))
  _arguments "${arguments[@]}"
}
if [ "$funcstack[1]" = _companion ]; then _companion; else compdef _companion companion; fi
