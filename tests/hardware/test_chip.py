"""The chip model on bytes worked out by hand from the data sheet.

Most tests first put the chip upright (A1, C8) and on (AF), as drivers do: then column 0 of page 0 is the upper left
corner and bit 0 its uppermost pixel.
"""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import dots, is_lit, lit, same, scattered

from companion.ports import PortError
from hardware.simulated.board import SimulatedBus, serial_on
from hardware.simulated.chip import ChipError, Ssd1306

EVERYWHERE = {(x, y) for x in range(128) for y in range(64)}


@pytest.fixture
def chip() -> Ssd1306:
    chip = Ssd1306()
    chip.command(0xA1, 0xC8, 0xAF)
    return chip


def seen(chip: Ssd1306) -> set[tuple[int, int]]:
    return lit(chip.picture())


def rows(chip: Ssd1306) -> dict[int, set[int]]:
    """The columns that are on, by row."""
    found: dict[int, set[int]] = {}
    for x, y in seen(chip):
        found.setdefault(y, set()).add(x)
    return found


# -- power-on


def test_after_power_on_the_glass_is_dark_and_the_ram_empty():
    chip = Ssd1306()
    assert not chip.on
    assert seen(chip) == set()
    chip.command(0xAF)
    assert seen(chip) == set()
    assert chip.contrast == 0x7F


def test_after_power_on_it_is_in_page_mode_at_the_first_column_of_page_0_and_not_upright():
    chip = Ssd1306()
    chip.command(0xAF)
    chip.data(b"\x01" * 129)
    # Page mode: the 129th byte is back at the first column. A0 mirrors, C0 turns upside down: row 0 is at the bottom.
    assert seen(chip) == {(x, 63) for x in range(128)}


def test_a_picture_is_black_and_white_and_as_large_as_the_glass(chip):
    assert chip.picture().mode == "1"
    assert chip.picture().size == (128, 64)


# -- transactions


def test_a_byte_of_data_is_eight_pixels_below_each_other_bit_0_on_top(chip):
    chip.write(b"\x40\x8d")  # 1000 1101
    assert seen(chip) == {(0, 0), (0, 2), (0, 3), (0, 7)}


def test_after_control_byte_00_all_are_commands_and_after_40_all_are_data(chip):
    chip.write(bytes.fromhex("00 B1 13 05"))
    chip.write(bytes.fromhex("40 01 00 80"))
    assert seen(chip) == {(0x35, 8), (0x37, 15)}


def test_control_bytes_80_and_c0_hold_for_one_byte(chip):
    chip.write(bytes.fromhex("80 B2 80 07 C0 FF 80 B3 C0 01 40 02 04"))
    assert seen(chip) == {(7, y) for y in range(16, 24)} | {(8, 24), (9, 25), (10, 26)}


def test_the_arguments_of_a_command_may_come_in_other_transactions(chip):
    chip.write(bytes.fromhex("00 20"))
    chip.write(bytes.fromhex("00 00 21"))
    chip.write(bytes.fromhex("80 0A"))
    chip.write(bytes.fromhex("80 0B 00 22 02 03"))
    chip.data(b"\x01" * 3)
    assert seen(chip) == {(10, 16), (11, 16), (10, 24)}


def test_a_transaction_may_be_empty_or_end_after_its_control_byte(chip):
    before = chip.revision
    for stream in (b"", b"\x00", b"\x40"):
        chip.write(stream)
    assert chip.revision == before


@pytest.mark.parametrize("control", [0x01, 0x20, 0x3F, 0x41, 0x81, 0xC1, 0xFF])
def test_a_control_byte_with_reserved_bits_is_refused(chip, control):
    with pytest.raises(ChipError, match=f"^{control:02X} is not a control byte"):
        chip.write(bytes([control, 0xAF]))


@pytest.mark.parametrize("control", [0x80, 0xC0])
def test_a_control_byte_that_promises_a_byte_must_keep_its_word(chip, control):
    with pytest.raises(ChipError, match=f"^control byte {control:02X} promises one byte, and the transaction ends"):
        chip.write(bytes([0x80, 0xE3, control]))


def test_data_in_the_middle_of_a_command_is_refused(chip):
    chip.command(0x21, 0x05)
    with pytest.raises(ChipError, match=r"^data AB while command 21 05 waits for 2 bytes"):
        chip.data(b"\xab")


def test_an_error_of_the_chip_is_no_trouble_of_the_wire():
    assert not issubclass(ChipError, OSError)
    assert not issubclass(ChipError, PortError)


def test_what_came_before_the_byte_at_fault_has_happened(chip):
    with pytest.raises(ChipError):
        chip.command(0xA5, 0xFF, 0xA4)
    assert seen(chip) == EVERYWHERE


def test_bytes_and_transactions_are_counted(chip):
    chip.writes.commands = chip.writes.data = chip.writes.transactions = 0
    chip.write(bytes.fromhex("00 21 00 7F"))
    chip.write(bytes.fromhex("80 E3 40 01 02"))
    chip.write(b"")
    assert (chip.writes.commands, chip.writes.data, chip.writes.transactions) == (4, 2, 3)


# -- addressing modes


def test_page_mode_goes_along_the_page_and_back_to_its_first_column(chip):
    chip.command(0x20, 0x02, 0xB3, 0x0E, 0x17)  # column 7E of page 3
    chip.data(b"\x01\x02\x04\x08")
    assert seen(chip) == {(126, 24), (127, 25), (0, 26), (1, 27)}


def test_page_mode_turns_back_at_the_window(chip):
    chip.command(0x21, 0x10, 0x12, 0xB0)
    chip.data(b"\x01\x02\x04\x08")
    assert seen(chip) == {(16, 3), (17, 1), (18, 2)}  # the fourth byte is on top of the first


def test_page_mode_outside_of_the_window_goes_on_at_the_end_of_the_page(chip):
    chip.command(0x21, 0x10, 0x12, 0x0F, 0x17)
    chip.data(b"\x01\x02")
    assert seen(chip) == {(127, 0), (0, 1)}


@pytest.mark.parametrize(
    ("low", "high", "column"), [(0x00, 0x10, 0), (0x0F, 0x10, 15), (0x00, 0x17, 112), (0x0F, 0x17, 127)]
)
def test_the_column_of_page_mode_is_set_in_halves(chip, low, high, column):
    chip.command(high, low)
    chip.data(b"\x01")
    assert seen(chip) == {(column, 0)}


def test_each_half_of_the_column_leaves_the_other_as_it_is(chip):
    chip.command(0x05, 0x13, 0x06)
    chip.data(b"\x01")
    assert seen(chip) == {(0x36, 0)}


def test_b0_to_b7_choose_the_page(chip):
    for page in range(8):
        chip.command(0xB0 | page, 0x00, 0x10)
        chip.data(b"\x01")
        assert seen(chip) == {(0, 8 * above) for above in range(page + 1)}


def test_horizontal_mode_goes_on_with_the_next_page_and_from_the_last_to_the_first(chip):
    chip.command(0x20, 0x00, 0x21, 0x05, 0x06, 0x22, 0x06, 0x07)
    chip.data(b"\x01\x02\x04\x08\x10")
    assert seen(chip) == {(6, 49), (5, 58), (6, 59), (5, 52)}  # the fifth byte is on top of the first


def test_vertical_mode_goes_on_with_the_next_column_and_from_the_last_to_the_first(chip):
    chip.command(0x20, 0x01, 0x21, 0x05, 0x06, 0x22, 0x06, 0x07)
    chip.data(b"\x01\x02\x04\x08\x10")
    assert seen(chip) == {(5, 57), (6, 50), (6, 59), (5, 52)}


def test_the_whole_ram_takes_1024_bytes_in_horizontal_mode_and_begins_again(chip):
    chip.command(0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
    chip.data(b"\x00" * 1023 + b"\x80\x01")
    assert seen(chip) == {(127, 63), (0, 0)}


def test_the_whole_ram_takes_1024_bytes_in_vertical_mode_and_begins_again(chip):
    chip.command(0x20, 0x01, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
    chip.data(b"\x00" * 7 + b"\x02" + b"\x00" * 1015 + b"\x80\x01")
    assert seen(chip) == {(0, 57), (127, 63), (0, 0)}


def test_windows_set_the_pointers_back_to_their_beginning(chip):
    chip.command(0x20, 0x00)
    chip.data(b"\x01" * 200)
    chip.command(0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
    chip.data(b"\x80")
    assert (0, 7) in seen(chip)
    assert (0, 0) not in seen(chip)


def test_a_window_may_be_one_column_of_one_page(chip):
    chip.command(0x20, 0x00, 0x21, 0x7F, 0x7F, 0x22, 0x07, 0x07)
    chip.data(b"\xff\x0f\x81")
    assert seen(chip) == {(127, 56), (127, 63)}


@pytest.mark.parametrize("mode", [0x00, 0x01])
def test_the_pointers_of_page_mode_mean_nothing_in_the_other_modes(chip, mode):
    chip.command(0x20, mode, 0x21, 0x04, 0x7F, 0x22, 0x01, 0x07, 0xB5, 0x09, 0x12)
    chip.data(b"\x01")
    assert seen(chip) == {(4, 8)}


def test_the_upper_bits_of_the_addressing_mode_do_not_matter(chip):
    chip.command(0x20, 0xFD, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
    chip.data(b"\x01\x01")
    assert seen(chip) == {(0, 0), (0, 8)}


@pytest.mark.parametrize("argument", [0x03, 0x07, 0xFF])
def test_the_fourth_addressing_mode_is_refused(chip, argument):
    with pytest.raises(ChipError, match=f"^20 {argument:02X} is no addressing mode"):
        chip.command(0x20, argument)


@pytest.mark.parametrize(
    ("stream", "reported"),
    [
        ("21 05 04", "21 05 04 is no window: a start and an end from it to 7F"),
        ("21 00 80", "21 00 80 is no window"),
        ("21 80 80", "21 80 80 is no window"),
        ("22 03 02", "22 03 02 is no window: a start and an end from it to 07"),
        ("22 00 08", "22 00 08 is no window"),
        ("22 08 08", "22 08 08 is no window"),
        ("18", "18 begins behind column 127"),
        ("1F", "1F begins behind column 127"),
    ],
)
def test_no_address_may_be_outside_of_the_ram(chip, stream, reported):
    with pytest.raises(ChipError, match=f"^{reported}"):
        chip.command(*bytes.fromhex(stream))


# -- what is seen


def test_off_is_dark_and_keeps_the_ram(chip):
    chip.data(b"\x01")
    chip.command(0xAE)
    assert seen(chip) == set()
    chip.data(b"\x02")
    chip.command(0xAF)
    assert seen(chip) == {(0, 0), (1, 1)}


def test_all_on_is_white_while_it_lasts_inverted_or_not(chip):
    chip.command(0xA5)
    assert seen(chip) == EVERYWHERE
    chip.command(0xA7)
    assert seen(chip) == EVERYWHERE
    chip.command(0xA6, 0xA4)
    assert seen(chip) == set()


def test_all_on_is_dark_when_the_display_is_off(chip):
    chip.command(0xA5, 0xAE)
    assert seen(chip) == set()


def test_inverted_a_zero_is_lit(chip):
    chip.data(b"\x01")
    chip.command(0xA7)
    assert seen(chip) == EVERYWHERE - {(0, 0)}
    chip.command(0xA6)
    assert seen(chip) == {(0, 0)}


def test_segment_remap_is_for_data_to_come_and_leaves_the_ram_as_it_is(chip):
    chip.data(b"\x01")
    chip.command(0xA0)
    assert seen(chip) == {(0, 0)}
    chip.data(b"\x02")  # column 1
    assert seen(chip) == {(0, 0), (126, 1)}


def test_scanning_upwards_turns_the_glass_upside_down_at_once(chip):
    chip.data(b"\x01")
    chip.command(0xC0)
    assert seen(chip) == {(0, 63)}
    chip.command(0xC8)
    assert seen(chip) == {(0, 0)}


@pytest.mark.parametrize(("command", "row"), [(0xC7, 63), (0xC1, 63), (0xC9, 0), (0xCF, 0)])
def test_the_lower_bits_of_the_scan_direction_do_not_matter(chip, command, row):
    chip.data(b"\x01")
    chip.command(command)
    assert seen(chip) == {(0, row)}


def test_the_start_line_is_the_row_of_the_ram_that_is_on_top(chip):
    chip.command(0xB1)
    chip.data(b"\x01")  # row 8
    chip.command(0x40 | 8)
    assert seen(chip) == {(0, 0)}
    chip.command(0x40 | 9)
    assert seen(chip) == {(0, 63)}
    chip.command(0x7F)
    assert seen(chip) == {(0, 9)}
    chip.command(0x40)
    assert seen(chip) == {(0, 8)}


def test_the_offset_shifts_the_rows_over_the_glass(chip):
    # The data sheet's table for the remapped scan, 64 rows, offset 8: COM0 shows row 7, COM8 row 63. COM63 is on top,
    # so row 0 (COM7) is eighth from the bottom.
    chip.data(b"\x01")
    chip.command(0xD3, 0x08)
    assert seen(chip) == {(0, 56)}
    chip.command(0xB7)
    chip.data(b"\x00\x80")  # row 63: COM8
    assert seen(chip) == {(0, 56), (2, 55)}


def test_the_offset_without_remap_shifts_the_other_way(chip):
    # The data sheet's table for the normal scan, 64 rows, offset 8: COM0 shows row 8, COM56 row 0.
    chip.command(0xC0, 0xD3, 0x08)
    chip.data(b"\x01")
    assert seen(chip) == {(0, 63 - 56)}


def test_the_upper_bits_of_the_offset_do_not_matter(chip):
    chip.data(b"\x01")
    chip.command(0xD3, 0xC8)
    assert seen(chip) == {(0, 56)}


def test_only_the_multiplexed_rows_are_lit(chip):
    # 32 rows, remapped: COM0 shows row 31 and COM31 row 0; the upper half of the glass, COM32 and up, is not driven.
    chip.command(0xA8, 0x1F)
    chip.data(b"\x01")
    assert seen(chip) == {(0, 32)}
    chip.command(0xA5)
    assert seen(chip) == {(x, y) for x in range(128) for y in range(32, 64)}
    chip.command(0xA4, 0xA7)
    assert seen(chip) == {(x, y) for x in range(128) for y in range(32, 64)} - {(0, 32)}


def test_only_the_multiplexed_rows_are_lit_when_scanning_upwards(chip):
    chip.command(0xC0, 0xA8, 0x0F, 0xA5)
    assert set(rows(chip)) == set(range(48, 64))


def test_multiplex_and_offset_together_are_as_in_the_table(chip):
    # Normal scan, 56 rows, offset 8: COM0 to COM47 show rows 8 to 55, COM56 to COM63 rows 0 to 7, the others nothing.
    chip.command(0xC0, 0xA8, 0x37, 0xD3, 0x08, 0xA5)
    assert set(rows(chip)) == {63 - com for com in [*range(48), *range(56, 64)]}
    # Remapped, 48 rows, offset 8: COM8 shows row 47, COM55 row 0.
    chip.command(0xC8, 0xA8, 0x2F)
    assert set(rows(chip)) == {63 - com for com in range(8, 56)}
    chip.command(0xA4)
    chip.data(b"\x01")
    assert seen(chip) == {(0, 63 - 55)}


def test_multiplex_and_start_line_together_are_as_in_the_table(chip):
    # Normal scan, 56 rows, start line 8: COM0 shows line 8 of the RAM, COM55 line 63; lines 0 to 7 are not shown.
    chip.command(0xC0, 0xA8, 0x37, 0x48)
    chip.data(b"\x01")
    assert seen(chip) == set()
    chip.command(0xB1)
    chip.data(b"\x01")
    assert seen(chip) == {(1, 63)}


def test_the_upper_bits_of_the_multiplex_ratio_do_not_matter(chip):
    chip.command(0xA8, 0xDF, 0xA5)
    assert set(rows(chip)) == set(range(32, 64))


@pytest.mark.parametrize("argument", [0x00, 0x0E, 0x40, 0xCE])
def test_less_than_sixteen_rows_are_refused(chip, argument):
    with pytest.raises(ChipError, match=f"^A8 {argument:02X} is no multiplex ratio"):
        chip.command(0xA8, argument)


def test_contrast_is_any_byte_and_not_in_the_picture(chip):
    chip.data(b"\x01")
    for level in (0x00, 0xFF, 0xCF):
        chip.command(0x81, level)
        assert chip.contrast == level
        assert seen(chip) == {(0, 0)}


# -- settings without a picture


def test_what_the_data_sheet_allows_is_taken_and_changes_nothing_that_is_seen(chip):
    chip.data(b"\x55" * 100)
    before, revision = lit(chip.picture()), chip.revision
    for stream in [
        "E3",
        "8D 14", "8D 10", "8D D4",
        "D5 00", "D5 80", "D5 FF",
        "D9 11", "D9 F1", "D9 22", "D9 FF",
        "DA 02", "DA 12", "DA 22", "DA 32",
        "DB 00", "DB 20", "DB 30", "DB 40", "DB 70",
    ]:  # fmt: skip
        chip.command(*bytes.fromhex(stream))
        assert chip.revision == revision, stream
        assert seen(chip) == before, stream
        # No argument is left to wait for, none was taken for a command.
        chip.command(0xA5)
        assert seen(chip) == EVERYWHERE, stream
        chip.command(0xA4)
        revision = chip.revision


@pytest.mark.parametrize(
    ("stream", "reported"),
    [
        ("8D 00", "8D 00 is no charge pump setting"),
        ("8D 15", "8D 15 is no charge pump setting"),
        ("8D 34", "8D 34 is no charge pump setting"),
        ("D9 F0", "D9 F0 is no pre-charge period"),
        ("D9 01", "D9 01 is no pre-charge period"),
        ("DA 00", "DA 00 is no COM pins setting"),
        ("DA 52", "DA 52 is no COM pins setting"),
        ("DB 01", "DB 01 is no deselect level"),
        ("DB 80", "DB 80 is no deselect level"),
    ],
)
def test_what_the_data_sheet_does_not_allow_is_refused(chip, stream, reported):
    with pytest.raises(ChipError, match=f"^{reported}"):
        chip.command(*bytes.fromhex(stream))


COMMANDS = {
    *range(0x18), 0x20, 0x21, 0x22, *range(0x40, 0x80), 0x81, 0x8D,
    0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xAE, 0xAF, *range(0xB0, 0xB8), *range(0xC0, 0xD0),
    0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3,
}  # fmt: skip


def refusal(command: int) -> str:
    try:
        Ssd1306().command(command)
    except ChipError as error:
        return str(error)
    return ""


def test_a_known_command_is_taken():
    assert {command: reported for command in COMMANDS if (reported := refusal(command))} == {}


def test_an_unknown_command_is_refused():
    for command in set(range(0x20, 0x100)) - COMMANDS:
        assert refusal(command).startswith(f"{command:02X} is not a command of the SSD1306")


# -- revision and picture


@pytest.mark.parametrize("stream", ["A5", "A7", "AE", "C0", "41", "D3 01", "A8 1F", "81 00"])
def test_the_revision_grows_with_every_change_that_is_seen_and_only_then(chip, stream):
    before = chip.revision
    chip.command(*bytes.fromhex(stream))
    changed = chip.revision
    assert changed > before
    chip.command(*bytes.fromhex(stream))
    assert chip.revision == changed


def test_the_revision_grows_with_data_that_differs_from_what_is_there(chip):
    chip.command(0x20, 0x00, 0x21, 0x00, 0x01)
    before = chip.revision
    chip.data(b"\x00\x00")
    assert chip.revision == before
    chip.data(b"\x00\x01")
    assert chip.revision == before + 1


def test_a_picture_stays_as_it_was_when_the_chip_goes_on(chip):
    chip.data(b"\x01")
    first = chip.picture()
    assert chip.picture() is first
    chip.data(b"\x01")
    chip.command(0xA7)
    assert lit(first) == {(0, 0)}
    assert chip.picture() is not first


@given(
    seed=st.integers(0, 1000),
    line=st.integers(0, 63),
    offset=st.integers(0, 63),
    ratio=st.integers(15, 63),
    scan=st.sampled_from([0xC0, 0xC8]),
    invert=st.booleans(),
)
def test_any_setting_of_the_glass_agrees_with_the_tables_pixel_by_pixel(seed, line, offset, ratio, scan, invert):
    ram = scattered(seed)
    chip = Ssd1306()
    chip.command(0xA1, 0x20, 0x00, scan, 0x40 | line, 0xD3, offset, 0xA8, ratio, 0xA7 if invert else 0xA6, 0xAF)
    chip.data(
        bytes(sum(is_lit(ram, (x, 8 * p + bit)) << bit for bit in range(8)) for p in range(8) for x in range(128))
    )
    picture = chip.picture()
    for com in range(64):
        row = (com + offset) % 64 if scan == 0xC0 else (ratio + offset - com) % 64
        for x in range(0, 128, 5):
            on = row <= ratio and is_lit(ram, (x, (row + line) % 64)) != invert
            assert is_lit(picture, (x, 63 - com)) == on


# -- luma's own driver, as it is


def test_lumas_own_driver_is_understood_pixel_by_pixel():
    from luma.oled.device import ssd1306

    chip = Ssd1306()
    serial = serial_on(SimulatedBus({0x3C: chip}), 0x3C)
    with warnings.catch_warnings():
        # Image.getdata goes with Pillow 14; luma's display still uses it, ours does not.
        warnings.simplefilter("ignore", DeprecationWarning)
        device = ssd1306(serial)
        assert chip.on
        assert chip.contrast == 0xCF
        corners = dots((0, 0), (127, 0), (0, 63), (5, 20))
        device.display(corners)
        assert seen(chip) == {(0, 0), (127, 0), (0, 63), (5, 20)}
        for seed in range(20):
            device.display(scattered(seed))
            assert same(chip.picture(), scattered(seed))
        device.hide()
        assert seen(chip) == set()
        device.show()
        device.cleanup()
    assert seen(chip) == set()
    # Its hook at the end of the process has nothing more to say.
    device.persist = True
