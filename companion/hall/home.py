"""What Home Assistant hears of a table: a device with sensors, and no command."""

from __future__ import annotations

from companion.hall.topics import of_table

EXPIRY_S = 86_400
_SILENT_S = 60


def discovery(club: str, table: str, board: str, version: str) -> dict[str, object]:
    """The discovery message of a table. `board` is the name of its hardware."""
    me, topic = f"companion-{club}-{table}", of_table(club, table, "state")

    def component(key: str, name: str, template: str, kind: str = "sensor", **more: object) -> dict[str, object]:
        return {
            "p": kind, "uniq_id": f"{me}-{key}", "name": name, "val_tpl": template, "exp_aft": _SILENT_S, **more,
        }  # fmt: skip

    def names(flag: str) -> str:
        chosen = f"value_json.players | selectattr('{flag}') | map(attribute='name') | reject('none')"
        return f"{{{{ {chosen} | join(', ') or 'none' }}}}"

    points = "{{ value_json.players | map(attribute='points') | reject('none') | max | default(0) }}"
    trouble = "{{ 'ON' if value_json.trouble else 'OFF' }}"
    components = {
        "phase": component(
            "phase", "Phase", "{{ value_json.phase }}", device_class="enum", options=["idle", "playing", "over"]
        ),
        "game": component("game", "Game", "{{ value_json.title or 'none' }}"),
        "turn": component("turn", "Turn", names("turn")),
        "leader": component("leader", "Leader", names("leads")),
        "points": component(
            "points",
            "Points",
            points,
            json_attr_t=topic,
            json_attr_tpl="{{ {'players': value_json.players} | tojson }}",
        ),
        "waiting": component("waiting", "Results under way", "{{ value_json.waiting }}"),
        "trouble": component("trouble", "Trouble", trouble, "binary_sensor", device_class="problem"),
    }
    device = {"ids": [me], "name": f"Table {table}", "mf": "Table Companion", "mdl": board, "sw": version}
    return {
        "dev": device, "o": {"name": "Table Companion", "sw": version}, "avty_t": of_table(club, table, "online"),
        "stat_t": topic, "qos": 1, "cmps": components,
    }  # fmt: skip
