#!/bin/sh
# Readers of JSON:API with a talk that has no speaker yet
#
# Guess: a relationship to nothing, `"data": null` (JSON:API 1.1, Resource Linkage), becomes null, as `[]` becomes an
#   empty list. A relationship with only links or meta, which the standard allows, has no value, or its links.
# What happens: kitsu-core makes `{}` of the null, without an error: the talk seems to have a speaker who has no name, and
#   is the same as one whose relationship has no data. deserialize-json-api raises a TypeError for null, for only links,
#   and for a speaker who is not included; the whole document is lost. jsona and jsonapi-serializer return null; the
#   latter drops a speaker who is not included.
# Version: kitsu-core 11.1.0, deserialize-json-api 2.0.0, jsona 1.14.0, jsonapi-serializer 3.6.9
# Output seen:
#   a speaker, included
#     kitsu-core: {"data":{"type":"people","id":"7","name":"Ada"}}
#     deserialize-json-api: {"id":"7","type":"people","name":"Ada"}
#     jsona: {"type":"people","id":"7","name":"Ada"}
#     jsonapi-serializer: {"name":"Ada","id":"7"}
#   no speaker
#     kitsu-core: {}
#     deserialize-json-api: TypeError
#     jsona: null
#     jsonapi-serializer: null
#   only links
#     kitsu-core: {"links":{"related":"https://example.org/talks/1/speaker"}}
#     deserialize-json-api: TypeError
#     jsona: undefined
#     jsonapi-serializer: undefined
#   a speaker, not included
#     kitsu-core: {"data":{"id":"7","type":"people"}}
#     deserialize-json-api: TypeError
#     jsona: {"type":"people","id":"7"}
#     jsonapi-serializer: undefined
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" kitsu-core@11.1.0 \
  deserialize-json-api@2.0.0 jsona@1.14.0 jsonapi-serializer@3.6.9 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/read.mjs" <<'JS'
import { deserialize } from 'deserialize-json-api';
import { Jsona } from 'jsona';
import serializer from 'jsonapi-serializer';
import { deserialise } from 'kitsu-core';

const readers = {
  'kitsu-core': (document) => deserialise(document).data.speaker,
  'deserialize-json-api': (document) => deserialize(document).data.speaker,
  jsona: (document) => new Jsona().deserialize(document).speaker,
  'jsonapi-serializer': async (document) => (await new serializer.Deserializer({}).deserialize(document)).speaker,
};
const included = [{ type: 'people', id: '7', attributes: { name: 'Ada' } }];
const relationships = {
  'a speaker, included': { data: { type: 'people', id: '7' } },
  'no speaker': { data: null },
  'only links': { links: { related: 'https://example.org/talks/1/speaker' } },
  'a speaker, not included': { data: { type: 'people', id: '7' } },
};
for (const [name, speaker] of Object.entries(relationships)) {
  console.log(name);
  for (const [library, read] of Object.entries(readers)) {
    const data = { type: 'talks', id: '1', attributes: { title: 'Ropes' }, relationships: { speaker } };
    const document = { data, ...(name === 'a speaker, included' ? { included } : {}) };
    const value = await Promise.resolve()
      .then(() => read(structuredClone(document)))
      .then((found) => JSON.stringify(found))
      .catch((error) => error.name);
    console.log(`  ${library}: ${value}`);
  }
}
JS
node "$dir/read.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
a speaker, included
  kitsu-core: {"data":{"type":"people","id":"7","name":"Ada"}}
  deserialize-json-api: {"id":"7","type":"people","name":"Ada"}
  jsona: {"type":"people","id":"7","name":"Ada"}
  jsonapi-serializer: {"name":"Ada","id":"7"}
no speaker
  kitsu-core: {}
  deserialize-json-api: TypeError
  jsona: null
  jsonapi-serializer: null
only links
  kitsu-core: {"links":{"related":"https://example.org/talks/1/speaker"}}
  deserialize-json-api: TypeError
  jsona: undefined
  jsonapi-serializer: undefined
a speaker, not included
  kitsu-core: {"data":{"id":"7","type":"people"}}
  deserialize-json-api: TypeError
  jsona: {"type":"people","id":"7"}
  jsonapi-serializer: undefined
SEEN
