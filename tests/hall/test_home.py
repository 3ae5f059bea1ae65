"""What Home Assistant is sent: only what it knows, and templates that give a value for every state of a table.

Home Assistant itself is not run. The facts are from what it publishes: the abbreviations from
https://www.home-assistant.io/integrations/mqtt/#supported-abbreviations-in-mqtt-discovery-messages and
homeassistant/components/mqtt/abbreviations.py of home-assistant/core, the options from
https://www.home-assistant.io/integrations/sensor.mqtt and https://www.home-assistant.io/integrations/binary_sensor.mqtt.
Its templates are Jinja's; a sensor whose template gives the text `None` is unknown.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hall.results import STATE
from jinja2.sandbox import SandboxedEnvironment

from companion.hall.home import discovery
from companion.hall.messages import Seat, StateMessage, as_json

ROOT = {
    "dev": "device", "o": "origin", "avty_t": "availability_topic", "stat_t": "state_topic", "qos": "qos",
    "cmps": "components",
}  # fmt: skip
DEVICE = {"ids": "identifiers", "name": "name", "mf": "manufacturer", "mdl": "model", "sw": "sw_version"}
ORIGIN = {"name": "name", "sw": "sw_version", "url": "support_url"}
COMPONENT = {
    "p": "platform", "uniq_id": "unique_id", "name": "name", "val_tpl": "value_template", "exp_aft": "expire_after",
    "dev_cla": "device_class", "ops": "options", "stat_cla": "state_class", "ent_cat": "entity_category",
    "json_attr_t": "json_attributes_topic", "json_attr_tpl": "json_attributes_template",
}  # fmt: skip
BOTH = {
    "platform", "unique_id", "name", "value_template", "expire_after", "device_class", "entity_category",
    "json_attributes_topic", "json_attributes_template", "enabled_by_default", "icon", "force_update",
}  # fmt: skip
OPTIONS = {"sensor": BOTH | {"options", "state_class"}, "binary_sensor": BOTH | {"payload_on", "payload_off"}}
SENSOR_CLASSES, BINARY_CLASSES = {"enum", "duration", "timestamp"}, {"problem", "connectivity", "running"}
STATE_CLASSES = {"measurement", "total", "total_increasing"}
TABLES = {"7": "Table 7", "table-7": "Table 7", "table7": "Table 7", "window": "Table window", "table": "Table table"}

IDLE = STATE._replace(phase="idle", game=None, kind=None, title=None, players=(), says=None)
NAMELESS = STATE._replace(
    players=(Seat("1" * 16, None, 3, False, True, False, False), Seat("2" * 16, None, 7, True, True, False, False))
)
HIDDEN = STATE._replace(players=tuple([seat._replace(points=None) for seat in STATE.players]))


def announced(every: int = 15, table: str = "t1") -> Any:
    return json.loads(json.dumps(discovery("arena", table, "Pi", "0.1.0", every)))


def shown(state: StateMessage) -> dict[str, str]:
    """What the sensors show of a state."""
    message = json.loads(json.dumps(as_json(state)))
    return {
        key: SandboxedEnvironment().from_string(one["val_tpl"]).render(value_json=message)
        for key, one in announced()["cmps"].items()
    }


@pytest.mark.parametrize("every", [0, 15, 600])
def test_home_assistant_knows_everything_that_it_is_sent(every: int) -> None:
    found = announced(every)
    assert set(found) == set(ROOT)
    assert set(found["dev"]) <= set(DEVICE)
    assert set(found["o"]) <= set(ORIGIN)
    for one in found["cmps"].values():
        kind, names = one["p"], {COMPONENT[name] for name in one}
        assert names <= OPTIONS[kind]
        assert one.get("dev_cla", "enum") in SENSOR_CLASSES if kind == "sensor" else one["dev_cla"] in BINARY_CLASSES
        assert one.get("stat_cla", "measurement") in STATE_CLASSES
        assert one.get("ent_cat", "diagnostic") == "diagnostic"
        # Options and a state class exclude each other: one is for texts, the other for numbers.
        assert not {"ops", "stat_cla"} <= set(one)
    assert len({one["uniq_id"] for one in found["cmps"].values()}) == len(found["cmps"])


@pytest.mark.parametrize(
    ("state", "values"),
    [
        (STATE, ("playing", "Spartacus", "Ada", "Ada", "3")),
        (IDLE, ("idle", "none", "none", "none", "None")),
        (NAMELESS, ("playing", "Spartacus", "Seat 2", "Seat 1, Seat 2", "7")),
        (HIDDEN, ("playing", "Spartacus", "Ada", "Ada", "None")),
    ],
)
def test_the_sensors_have_a_value_for_every_state(state: StateMessage, values: tuple[str, ...]) -> None:
    found = shown(state)
    assert tuple([found[key] for key in ("phase", "game", "turn", "leader", "points")]) == values
    assert (found["waiting"], found["trouble"]) == ("0", "OFF")
    assert shown(state._replace(trouble="no display"))["trouble"] == "ON"


def test_the_players_are_attributes_of_the_points() -> None:
    template = announced()["cmps"]["points"]["json_attr_tpl"]
    found = json.loads(SandboxedEnvironment().from_string(template).render(value_json=as_json(STATE)))
    assert found == {"players": as_json(STATE)["players"]}


@pytest.mark.parametrize(("every", "expiry"), [(15, 60), (30, 75), (600, 1500)])
def test_what_is_not_said_again_in_time_is_unavailable(every: int, expiry: int) -> None:
    assert {one["exp_aft"] for one in announced(every)["cmps"].values()} == {expiry}


def test_a_table_that_says_only_its_results_has_only_what_it_says_and_nothing_expires() -> None:
    found = announced(0)["cmps"]
    assert set(found) == {"waiting", "trouble"}
    assert not any("exp_aft" in one for one in found.values())


@pytest.mark.parametrize(("table", "name"), TABLES.items())
def test_a_table_has_the_name_that_people_call_it_by(table: str, name: str) -> None:
    assert announced(table=table)["dev"]["name"] == name
