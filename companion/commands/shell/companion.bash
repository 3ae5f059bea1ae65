# Completion of bash for companion. Written from its commands; to have it in this shell:
#   . <(companion completion bash)
_companion() {
  local word words='' values='' kind='' now=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$words $word" in
      " backup" | " board-test" | " boards" | " check" | " completion" | " demo" | " doctor" | " export" | " games" | " hall" | " hall adopt" | " hall board" | " hall check" | " hall export" | " hall forget" | " hall init" | " hall publish" | " hall remove" | " hall renew" | " hall revoke" | " hall table" | " history" | " import" | " labels" | " log" | " manual" | " pad" | " pad list" | " pad check" | " pad add" | " pad show" | " pad try" | " pad new" | " referee" | " report" | " restore" | " run" | " show" | " stats" | " verify" | " wiring") words="$words $word" ;;
    esac
  done
  case "$words:$last" in
    ":--panel") values="auto board terminal window text simulated" ;;
    ":--data") kind=folders ;;
    ":--board") values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106" ;;
    ":--keys") values="" ;;
    ":--frames") kind=folders ;;
    ":--web") values="" ;;
    " backup:--numbered") values="" ;;
    " backup:--data") kind=folders ;;
    " board-test:--board") values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106" ;;
    " board-test:--keys") values="" ;;
    " board-test:--panel") values="auto board terminal text" ;;
    " boards:--keys") values="" ;;
    " check:--data") kind=folders ;;
    " demo:-o") kind=files ;;
    " demo:--language") values="en ja" ;;
    " doctor:--board") values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106" ;;
    " doctor:--keys") values="" ;;
    " doctor:--data") kind=folders ;;
    " export:--as") values="text json csv bgstats" ;;
    " export:-o") kind=files ;;
    " export:--data") kind=folders ;;
    " games:--data") kind=folders ;;
    " hall adopt:--data") kind=folders ;;
    " hall board:--config") kind=files ;;
    " hall board:--data") kind=folders ;;
    " hall board:--web") values="" ;;
    " hall check:--config") kind=files ;;
    " hall check:--data") kind=folders ;;
    " hall check:--state") kind=folders ;;
    " hall export:--as") values="csv json html" ;;
    " hall export:--evening") values="" ;;
    " hall export:--from") values="" ;;
    " hall export:--to") values="" ;;
    " hall export:--league") values="" ;;
    " hall export:--kind") values="wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives" ;;
    " hall export:-o") kind=files ;;
    " hall export:--config") kind=files ;;
    " hall export:--data") kind=folders ;;
    " hall forget:--data") kind=folders ;;
    " hall init:--broker") values="" ;;
    " hall init:--ca") kind=files ;;
    " hall init:--config") kind=files ;;
    " hall publish:--config") kind=files ;;
    " hall publish:--data") kind=folders ;;
    " hall publish:--state") kind=folders ;;
    " hall remove:--data") kind=folders ;;
    " hall renew:--config") kind=files ;;
    " hall revoke:--config") kind=files ;;
    " hall table:--config") kind=files ;;
    " history:--limit") values="" ;;
    " history:--game") values="praetorians spartacus hannibal seven-hills army-ants wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives" ;;
    " history:--player") values="" ;;
    " history:--data") kind=folders ;;
    " import:--data") kind=folders ;;
    " labels:-o") kind=files ;;
    " labels:--data") kind=folders ;;
    " log:--data") kind=folders ;;
    " pad list:--data") kind=folders ;;
    " pad check:--data") kind=folders ;;
    " pad add:--data") kind=folders ;;
    " pad show:--data") kind=folders ;;
    " pad try:--data") kind=folders ;;
    " pad try:--players") values="" ;;
    " pad try:--option") values="" ;;
    " pad new:--data") kind=folders ;;
    " referee:--pads") kind=folders ;;
    " report:-o") kind=files ;;
    " report:--language") values="en ja" ;;
    " report:--data") kind=folders ;;
    " restore:--data") kind=folders ;;
    " run:--panel") values="auto board terminal window text simulated" ;;
    " run:--data") kind=folders ;;
    " run:--board") values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106" ;;
    " run:--keys") values="" ;;
    " run:--frames") kind=folders ;;
    " run:--web") values="" ;;
    " show:--data") kind=folders ;;
    " stats:--game") values="praetorians spartacus hannibal seven-hills army-ants wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives" ;;
    " stats:--player") values="" ;;
    " stats:--data") kind=folders ;;
    " verify:--data") kind=folders ;;
    " wiring:--keys") values="" ;;
    *)
      case "$words" in
        "") kind='' values="backup board-test boards check completion demo doctor export games hall history import labels log manual pad referee report restore run show stats verify wiring --help --panel --data --board --keys --encoder --frames --web --version" ;;
        " backup") kind=files values="--help --numbered --data" ;;
        " board-test") kind='' values="--help --board --keys --encoder --panel" ;;
        " boards") kind='' values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106 --help --keys --encoder --json" ;;
        " check") kind='' values="--help --data --repair --json" ;;
        " completion") kind='' values="bash zsh fish --help" ;;
        " demo") kind='' values="--help -o --language" ;;
        " doctor") kind='' values="--help --board --keys --encoder --data --json" ;;
        " export") kind='' values="last --help --all --as -o --data" ;;
        " games") kind='' values="--help --data --json" ;;
        " hall") kind='' values="adopt board check export forget init publish remove renew revoke table --help" ;;
        " hall adopt") kind='' values="--help --data" ;;
        " hall board") kind='' values="--help --config --data --web --ask-again" ;;
        " hall check") kind='' values="--help --config --data --state --json" ;;
        " hall export") kind='' values="standings results --help --as --evening --from --to --league --kind -o --config --data" ;;
        " hall forget") kind='' values="--help --data" ;;
        " hall init") kind='' values="--help --broker --ca --config" ;;
        " hall publish") kind='' values="--help --config --data --state" ;;
        " hall remove") kind='' values="--help --data" ;;
        " hall renew") kind='' values="--help --now --config" ;;
        " hall revoke") kind='' values="--help --config" ;;
        " hall table") kind='' values="--help --config" ;;
        " history") kind='' values="--help --limit --game --player --data --json --csv" ;;
        " import") kind=files values="--help --data" ;;
        " labels") kind='' values="praetorians spartacus hannibal seven-hills army-ants --help -o --cut --data" ;;
        " log") kind='' values="last --help --follow --raw --data" ;;
        " manual") kind='' values="--help" ;;
        " pad") kind='' values="list check add show try new --help" ;;
        " pad list") kind='' values="--help --data --json" ;;
        " pad check") kind=files values="--help --data" ;;
        " pad add") kind=files values="--help --data --replace" ;;
        " pad show") kind='' values="wizard skull-king oh-hell hearts spades rummy canasta doppelkopf skat farkle molkky points phase-10 skyjo flip-7 uno nimmt rummikub yahtzee qwixx dominoes bowling darts snooker tichu schieber schafkopf cribbage euchre gin riichi koi-koi daifugo seven-wonders ticket-to-ride azul wingspan agricola wins lives --help --data" ;;
        " pad try") kind=files values="--help --data --players --option" ;;
        " pad new") kind='' values="--help --data" ;;
        " referee") kind='' values="--help --schema --pads" ;;
        " report") kind='' values="last --help -o --review --language --data" ;;
        " restore") kind=files values="--help --data" ;;
        " run") kind='' values="--help --panel --data --board --keys --encoder --frames --web" ;;
        " show") kind='' values="last --help --data --json --csv" ;;
        " stats") kind='' values="--help --game --player --ratings --data --json --csv" ;;
        " verify") kind='' values="last --help --data" ;;
        " wiring") kind='' values="adafruit-oled-bonnet waveshare-oled-hat ssd1306 ssd1309 sh1106 --help --keys --encoder --svg" ;;
      esac
      ;;
  esac
  [ -z "$values" ] || mapfile -t COMPREPLY < <(compgen -W "$values" -- "$now")
  case "$kind" in
    files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$now") ;;
    folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$now") ;;
  esac
}
complete -o filenames -F _companion companion
