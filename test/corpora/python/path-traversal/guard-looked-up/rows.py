import json


def load():
    with open("/etc/config.json") as f:
        return json.load(f)


async def releases(name):
    found = []
    for row in load():
        if row["name"] != name:
            continue
        found.append(row)
    return found


def all_releases(name):
    found = []
    for row in load():
        if row["name"] != name:
            continue
        found.append(row)
    return found


def find_release(name, version):
    rows = all_releases(name)
    selected = [row for row in rows if row["version"] == version and row["name"] == name]
    return selected[0] if len(selected) != 0 else None
