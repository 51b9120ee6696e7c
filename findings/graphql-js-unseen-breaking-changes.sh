#!/bin/sh
# findBreakingChanges of graphql-js with inputs that become required by other means than their type
#
# Guess: a change after which the server refuses operations that it executed before is a breaking change. So `size: Int! = 3`
#   without its default, and an input object that becomes @oneOf, are found, as is `Int` that becomes `Int!`.
# What happens: findBreakingChanges compares the types of inputs only. An input field or an argument of a directive that loses
#   its default, and @oneOf, are in neither list; an argument of a field that loses its default is merely dangerous, as if it
#   had another one. @graphql-inspector/core calls @oneOf breaking, and the lost defaults dangerous.
# Version: graphql 16.15.0, @graphql-inspector/core 8.0.0
# Output seen:
#   default of an input field removed: before executed, after refused, graphql-js none, inspector DANGEROUS
#   default of an argument removed: before executed, after refused, graphql-js ARG_DEFAULT_VALUE_CHANGE (dangerous), inspector DANGEROUS
#   @oneOf added: before executed, after refused, graphql-js none, inspector BREAKING
#   type made required: before executed, after refused, graphql-js FIELD_CHANGED_KIND, inspector BREAKING
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" graphql@16.15.0 @graphql-inspector/core@8.0.0 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/compare.cjs" <<'JS'
const { buildSchema, findBreakingChanges, findDangerousChanges, graphqlSync } = require('graphql');
const { diff } = require('@graphql-inspector/core');

const STEPS = {
  'default of an input field removed': [
    'input Page { size: Int! = 3 } type Query { talks(page: Page): Int }',
    'input Page { size: Int! } type Query { talks(page: Page): Int }',
    '{ talks(page: {}) }',
  ],
  'default of an argument removed': [
    'type Query { talks(size: Int! = 3): Int }',
    'type Query { talks(size: Int!): Int }',
    '{ talks }',
  ],
  '@oneOf added': [
    'input By { id: ID, slug: String } type Query { talk(by: By!): Int }',
    'input By @oneOf { id: ID, slug: String } type Query { talk(by: By!): Int }',
    '{ talk(by: { id: 7, slug: "a" }) }',
  ],
  'type made required': [
    'input Page { size: Int } type Query { talks(page: Page): Int }',
    'input Page { size: Int! } type Query { talks(page: Page): Int }',
    '{ talks(page: {}) }',
  ],
};
const answerOf = (schema, source) => (graphqlSync({ schema, source }).errors ? 'refused' : 'executed');
(async () => {
  for (const [step, [first, second, query]] of Object.entries(STEPS)) {
    const [before, after] = [first, second].map((sdl) => buildSchema(sdl));
    const breaking = findBreakingChanges(before, after).map(({ type }) => type);
    const dangerous = findDangerousChanges(before, after).map(({ type }) => `${type} (dangerous)`);
    const inspector = (await diff(before, after)).map(({ criticality }) => criticality.level);
    console.log(
      `${step}: before ${answerOf(before, query)}, after ${answerOf(after, query)}, ` +
        `graphql-js ${[...breaking, ...dangerous].join(' ') || 'none'}, inspector ${inspector.join(' ')}`,
    );
  }
})();
JS
node "$dir/compare.cjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
default of an input field removed: before executed, after refused, graphql-js none, inspector DANGEROUS
default of an argument removed: before executed, after refused, graphql-js ARG_DEFAULT_VALUE_CHANGE (dangerous), inspector DANGEROUS
@oneOf added: before executed, after refused, graphql-js none, inspector BREAKING
type made required: before executed, after refused, graphql-js FIELD_CHANGED_KIND, inspector BREAKING
SEEN
