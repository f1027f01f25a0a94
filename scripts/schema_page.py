#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The reference of model files as a page, from their JSON Schema (see scripts/docs.sh).

    scripts/schema_page.py < docs/model_file.schema.json > PAGE.md
"""
import json
import sys


def name_of(schema):
    target = schema.get("$ref") or (schema["allOf"][0].get("$ref") if "allOf" in schema and len(schema) > 1 and
                                    "$ref" in schema["allOf"][0] else None)
    return target.rsplit("/", 1)[1] if target else None


def describe_kind(schema):
    """What a value is, in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(v)}`" for v in schema["enum"])
    name = name_of(schema)
    if name:
        return f"[{name}](#{name})"
    if "anyOf" in schema:
        return " or ".join(describe_kind(s) for s in schema["anyOf"])
    kind = schema.get("type", "any")
    if isinstance(kind, list):  # numbers may be formulas
        kind = kind[0]
    if kind == "array":
        if isinstance(schema["items"], list):
            return "[" + ", ".join(describe_kind(s) for s in schema["items"]) + "]"
        count = schema.get("minItems") if schema.get("minItems") == schema.get("maxItems") else None
        return (f"{count} × " if count else "list of ") + describe_kind(schema["items"])
    if kind == "number":
        low = "> 0" if schema.get("exclusiveMinimum") == 0 else "≥ 0" if schema.get("minimum") == 0 else ""
        return f"number {low}".strip()
    if kind == "integer" and "minimum" in schema:
        return f"whole number {schema['minimum']}…{schema.get('maximum', '')}"
    return {"string": "text", "boolean": "`true`, `false`", "integer": "whole number"}.get(kind, kind)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def table(schema):
    required = schema.get("required", [])
    lines = ["| key | value | unit | default | meaning |", "|---|---|---|---|---|"]
    for key, value in schema["properties"].items():
        default = "required" if key in required else f"`{json.dumps(value['default'])}`" if "default" in value else ""
        lines.append(f"| `{key}` | {cell(describe_kind(value))} | {value.get('unit', '')} | {default} | "
                     f"{cell(value.get('description', ''))} |")
    return lines


def section(name, schema):
    lines = [f"## {name}", ""]
    variants = schema.get("oneOf") or schema.get("anyOf") or []
    if schema.get("description") and "properties" not in schema:
        lines += [schema["description"], ""]
    if "properties" in schema:
        lines += [schema.get("description", ""), ""] + table(schema) + [""]
        return lines
    simple = [describe_kind(v) for v in variants if "properties" not in v]
    if simple:
        lines += ["One of: " + "; ".join(simple) + (", or an object:" if len(simple) < len(variants) else "."), ""]
    for variant in (v for v in variants if "properties" in v):
        kind = variant["properties"].get("type", {})
        title = describe_kind(kind) if "const" in kind or "enum" in kind else ""
        heads = [f"**{variant['description']}**"] if "description" in variant else []
        lines += [" ".join(heads + ([f"Type {title}."] if title else [])), ""] + table(variant) + [""]
    if not variants:
        lines += [describe_kind(schema), ""]
    return lines


def make_page(schema):
    lines = ["# Reference of model files", "",
             "Every object of a model file with its keys, made from the JSON Schema `docs/model_file.schema.json`, which "
             "`trunnion schema` prints. A test holds it against the program. Explanations and examples: [model files](model_file.md).", "",
             "An editor that knows JSON Schema checks and completes model files as you type: put the schema beside the model "
             "(`trunnion schema > model_file.schema.json`) and begin the model with `\"$schema\": \"model_file.schema.json\"`.", "",
             schema["description"], ""]
    definitions = schema["definitions"]
    sections = [name_of(v) or name_of(v.get("items", {})) for v in definitions["model"]["properties"].values()]
    order = ["model"] + [n for n in dict.fromkeys(sections) if n and n != "vector"]
    for name in order + [n for n in definitions if n not in order]:
        lines += section(name, definitions[name])
    return "\n".join(lines)


if __name__ == "__main__":
    print(make_page(json.load(sys.stdin)))
