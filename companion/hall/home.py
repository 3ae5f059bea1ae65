"""What Home Assistant hears of a table: a device with sensors, and no command.

The form, MQTT discovery: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from __future__ import annotations

from companion.hall.tables import live_s
from companion.hall.topics import of_table

EXPIRY_S = 86_400


def discovery(club: str, table: str, board: str, version: str, every: int) -> dict[str, object]:
    """The discovery message of a table, which says its state every `every` seconds; 0: it says only its results.

    `board` is the name of its hardware. What is not said again in time is unavailable there, as it is grey on a wall.
    """
    me, topic = f"companion-{club}-{table}", of_table(club, table, "state")
    expiry = {"exp_aft": int(live_s(every))} if every else {}

    def component(key: str, name: str, template: str, kind: str = "sensor", **more: object) -> dict[str, object]:
        return {"p": kind, "uniq_id": f"{me}-{key}", "name": name, "val_tpl": template, **expiry, **more}

    measured, diagnostic = {"stat_cla": "measurement"}, {"ent_cat": "diagnostic"}
    waiting = component("waiting", "Results under way", "{{ value_json.waiting }}", **measured, **diagnostic)
    trouble = component(
        "trouble", "Trouble", "{{ 'ON' if value_json.trouble else 'OFF' }}", "binary_sensor", dev_cla="problem",
        **diagnostic,
    )  # fmt: skip
    components = {"waiting": waiting, "trouble": trouble}
    if every:
        phases = ["idle", "playing", "over"]
        players = {"json_attr_t": topic, "json_attr_tpl": "{{ {'players': value_json.players} | tojson }}"}
        components |= {
            "phase": component("phase", "Phase", "{{ value_json.phase }}", dev_cla="enum", ops=phases),
            "game": component("game", "Game", "{{ value_json.title or 'none' }}"),
            "turn": component("turn", "Turn", _names("turn")),
            "leader": component("leader", "Leader", _names("leads")),
            "points": component("points", "Points", _POINTS, **measured, **players),
        }
    device = {"ids": [me], "name": _name(table), "mf": "Table Companion", "mdl": board, "sw": version}
    return {
        "dev": device, "o": {"name": "Table Companion", "sw": version}, "avty_t": of_table(club, table, "online"),
        "stat_t": topic, "qos": 1, "cmps": components,
    }  # fmt: skip


_POINTS = "{{ value_json.players | map(attribute='points') | reject('none') | max | default(none) }}"
"""The most points of anybody. Of points that nobody may see, None: Home Assistant calls that unknown."""


def _names(flag: str) -> str:
    """The people of whom this holds; somebody without a name is called by the seat, as on the wall."""
    return (
        "{% set n = namespace(found=[]) %}"
        f"{{% for p in value_json.players %}}{{% if p.{flag} %}}"
        "{% set n.found = n.found + [p.name or 'Seat ' ~ loop.index] %}{% endif %}{% endfor %}"
        "{{ n.found | join(', ') or 'none' }}"
    )


def _name(table: str) -> str:
    """What people call a table: Table 7 for `7`, `table-7` and `table7`, Table window for `window`."""
    return f"Table {table.removeprefix('table').strip('-') or table}"
