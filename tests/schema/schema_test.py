#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/model_file.schema.json and the engine agree on what a model file is.

    schema_test.py TRUNNION ROOT WORK [TEST...]

Exit code 77, skipped, without Python's jsonschema (Debian: python3-jsonschema).
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import unittest

try:
    import jsonschema
except ImportError:
    print("skipped: no python3-jsonschema")
    sys.exit(77)

TRUNNION, ROOT, WORK = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
SCHEMA = json.loads((ROOT / "docs/model_file.schema.json").read_text())
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
sys.path.insert(0, str(ROOT / "scripts"))
import check_docs  # noqa: E402


def parse(text):
    """JSON with comments; none of the models has // in a text."""
    return json.loads(re.sub(r"/\*.*?\*/", "", re.sub(r"//[^\n]*", "", text), flags=re.S))


def named(value):
    return isinstance(value, list) and value and all(isinstance(v, dict) and "name" in v for v in value)


def merge(base, patch):
    """As engine/model_file/include.hpp."""
    for key, value in patch.items():
        if value is None:
            base.pop(key, None)
        elif isinstance(value, dict):
            if not isinstance(base.get(key), dict):
                base[key] = {}
            merge(base[key], value)
        elif named(value) and (not base.get(key) or named(base[key])):
            items = base.setdefault(key, [])
            for item in value:
                old = [i for i in items if i["name"] == item["name"]]
                if item.get("remove"):
                    items.remove(old[0])
                elif old:
                    merge(old[0], item)
                else:
                    items.append(copy.deepcopy(item))
        else:
            base[key] = copy.deepcopy(value)


def load(path):
    document = parse(path.read_text())
    names = document.pop("include", [])
    if not names:
        return document
    merged = {}
    for name in [names] if isinstance(names, str) else names:
        merge(merged, load(path.parent / name))
    merge(merged, document)
    return merged


def examples():
    """The examples of docs/model_file.md, all in one model."""
    blocks = [b for b in check_docs.blocks(ROOT / "docs/model_file.md") if b.kind == "json"]
    whole = {}
    for block in blocks:
        for key, value in parse(block.text).items():
            if isinstance(value, list) and named(value):
                known = {i["name"] for i in whole.get(key, [])}
                whole.setdefault(key, []).extend(i for i in value if i["name"] not in known)
            elif isinstance(value, list) and key in ("plots", "analyses"):
                whole.setdefault(key, []).extend(value)
            else:
                whole[key] = value
    whole["motions"][0]["along"] = "lead"  # the rack holds the rail already
    return whole


def engine_accepts(document):
    file = WORK / "model.json"
    file.write_text(json.dumps(document))
    done = subprocess.run([TRUNNION, "check", file], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def places(value, path=()):
    """All places in a document but its root."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield path + (key,)
        yield from places(item, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def objects(schema):
    """Every object of the schema that allows its own keys only, and every choice in it."""
    if isinstance(schema, dict):
        if schema.get("additionalProperties") is False and "then" not in schema:
            yield schema
        for key, value in schema.items():
            if key != "then":
                yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


def words(schema):
    if isinstance(schema, dict):
        if "enum" in schema:
            yield frozenset(schema["enum"])
        variants = [v for v in schema.get("oneOf", []) + schema.get("anyOf", []) if "properties" in v]
        kinds = set()
        for variant in variants:
            kind = variant["properties"].get("type", {})
            kinds.update([kind["const"]] if "const" in kind else kind.get("enum", []))
        if kinds:
            yield frozenset(kinds)
        for value in schema.values():
            yield from words(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from words(value)


def option_groups():
    """The keys of `run` and of the objects in it, from the declaration of the options."""
    groups = {"": {"until", "output_interval", "strict", "energy_balance"}}
    text = (ROOT / "solvers/problem/option_fields.hpp").read_text()
    for group, name in re.findall(r'\b(?:visit|field)\(\s*\{"(\w*)",\s*"(\w+)"', text):
        groups.setdefault(group, set()).add(name)
        groups[""].update([group] if group else [])
    return [frozenset(keys) for keys in groups.values()]


def variant_of(value, schema):
    """The object of the schema that a value is one of, or the schema of its items."""
    def valid(s):
        return jsonschema.Draft7Validator({**s, "definitions": SCHEMA["definitions"]}).is_valid(value)
    while True:
        if "$ref" in schema:
            schema = SCHEMA["definitions"][schema["$ref"].rsplit("/", 1)[1]]
        elif "allOf" in schema and "properties" not in schema:
            schema = schema["allOf"][0]
        elif "properties" not in schema and ("oneOf" in schema or "anyOf" in schema):
            schema = next(s for s in schema.get("oneOf", schema.get("anyOf")) if valid(s))
        else:
            return schema


def fill(value, schema):
    """Writes out every default; how many."""
    schema, count = variant_of(value, schema), 0
    if isinstance(value, dict):
        for key, item in list(value.items()):
            count += fill(item, schema.get("properties", {}).get(key) or schema["additionalProperties"])
        for key, item in schema.get("properties", {}).items():
            if key in value or "default" not in item:
                continue
            value[key] = item["default"]
            if jsonschema.Draft7Validator({**schema, "definitions": SCHEMA["definitions"]}).is_valid(value):
                count += 1
            else:
                del value[key]  # excluded by another key
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            count += fill(item, schema["items"])
    return count


class SchemaTest(unittest.TestCase):
    def test_is_a_schema(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        printed = subprocess.run([TRUNNION, "schema"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(json.loads(printed), SCHEMA)
        self.assertTrue(*engine_accepts({"$schema": "model_file.schema.json", "bodies": [{"name": "b", "type": "point", "mass": 1}]}))

    def test_keys_are_those_of_the_reader(self):
        read = set()
        sections = set(re.findall(r'AddSection\("(\w+)"', (ROOT / "vehicle/vehicle_types.cpp").read_text()))
        self.assertEqual(sections, {"suspensions", "vehicles"})
        for source in [*(ROOT / "engine/model_file").glob("*.cpp"), ROOT / "vehicle/suspension_file.cpp", ROOT / "vehicle/vehicle_file.cpp"]:
            for head, keys in re.findall(r"(RequireKeys\(\s*|kSections)\{([^}]*)\}", source.read_text()):
                known = set(re.findall(r'"([^"]+)"', keys))
                read.add(frozenset(known | sections if head == "kSections" else known))
        tyre = re.search(r'keys\{([^}]*)\}', (ROOT / "vehicle/tyre_entry.cpp").read_text())
        tyre_keys = re.findall(r'"(\w+)"', tyre[1])
        read.add(frozenset(["name", "type", "wheel", "side", *tyre_keys]))
        read.add(frozenset(tyre_keys))
        read.add(frozenset(k for k in tyre_keys if not k.startswith("road")))  # of rear tyres
        read.update(option_groups())
        self.assertGreater(len(read), 50)
        stated = {frozenset(o["properties"]) for o in objects(SCHEMA)}
        self.assertEqual([sorted(k) for k in read - stated], [], "the reader knows these sets of keys, the schema not")
        self.assertEqual([sorted(k) for k in stated - read], [], "the schema knows these sets of keys, the reader not")

    def test_words_are_those_of_the_reader(self):
        stated = set(words(SCHEMA))
        texts = [f.read_text() for f in (ROOT / "engine/model_file").glob("*.cpp")]
        texts.append((ROOT / "solvers/problem/option_names.hpp").read_text())
        lists = [m for t in texts for m in re.findall(r"\{\s*\{\s*\"[a-z_0-9]+\",[^;]*?\}\s*\}", t)]
        self.assertGreater(len(lists), 20)
        every = set().union(*stated)
        for found in lists:
            names = frozenset(re.findall(r'\{\s*"([A-Za-z_0-9]+)"\s*,', found))
            if not names & {"m"}:  # the conversions of units
                self.assertTrue(names <= every, f"the schema lacks {sorted(names - every)}")
                self.assertTrue(names in stated or names < max(stated, key=lambda s: len(s & names)), sorted(names))
        joint = {"bodies": [{"name": "b", "mass": 1}], "joints": [{"name": "j", "type": "?"}]}
        message = engine_accepts(joint)[1]
        self.assertEqual(set(re.findall(r"'([a-z_]+)'", message.partition("give")[2])),
                         set(SCHEMA["definitions"]["joint_type"]["enum"]))

    def test_models_and_examples_are_valid(self):
        count = 0
        for path in sorted((ROOT / "models").rglob("*.json")):
            if subprocess.run([TRUNNION, "check", path], capture_output=True).returncode != 0:
                continue  # a part of others
            document = parse(path.read_text())
            self.assertEqual([e.message for e in VALIDATOR.iter_errors(document)], [], path)
            self.assertEqual([e.message for e in VALIDATOR.iter_errors(load(path))], [], path)
            count += 1
        self.assertGreaterEqual(count, 12)
        whole = examples()
        self.assertEqual([e.message[:300] for e in VALIDATOR.iter_errors(whole)], [])
        self.assertTrue(*engine_accepts(whole))

    def test_defaults_are_those_of_the_engine(self):
        given, written = examples(), examples()
        for model in (given, written):
            model["analyses"] = [a for a in model["analyses"] if a["type"] == "dynamic"]
            model["analyses"][0]["until"] = 0.05
        self.assertGreater(fill(written, SCHEMA["definitions"]["model"]), 80)
        self.assertTrue(VALIDATOR.is_valid(written))
        tables = []
        for name, model in (("given", given), ("written", written)):
            (WORK / f"{name}.json").write_text(json.dumps(model))
            done = subprocess.run([TRUNNION, "run", WORK / f"{name}.json", "--quiet", "--output", WORK / name],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            tables.append([f.read_bytes() for f in sorted((WORK / name / "dynamic").glob("*.csv"))])
        self.assertGreaterEqual(len(tables[0]), 5)
        self.assertEqual(tables[0] == tables[1], True, "results change if the defaults of the schema are written out")

    def test_what_the_schema_refuses_the_engine_refuses(self):
        whole, checked = examples(), 0
        for path in list(places(whole)):
            changed = copy.deepcopy(whole)
            del at(changed, path[:-1])[path[-1]]
            if VALIDATOR.is_valid(changed):
                continue
            self.assertFalse(engine_accepts(changed)[0], f"without {path} the schema refuses, the engine not")
            checked += 1
        self.assertGreater(checked, 100)

    def test_both_refuse_unknown_keys_and_wrong_kinds(self):
        whole = examples()
        for path in [()] + list(places(whole)):
            value = at(whole, path)
            if isinstance(value, dict) and path != ("parameters",):  # any name is one of a parameter
                changed = copy.deepcopy(whole)
                at(changed, path)["xyzzy"] = 1
                self.assertFalse(VALIDATOR.is_valid(changed), f"an unknown key in {path}")
                self.assertFalse(engine_accepts(changed)[0], f"an unknown key in {path}")
            if not path:
                continue
            wrong = "seven" if isinstance(value, (bool, int, float)) else True
            changed = copy.deepcopy(whole)
            at(changed, path[:-1])[path[-1]] = wrong
            both = VALIDATOR.is_valid(changed), engine_accepts(changed)[0]
            self.assertEqual(both[0], both[1], f"{wrong!r} at {path}: schema {both[0]}, engine {both[1]}")


if __name__ == "__main__":
    WORK.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
