#!/bin/sh
# gql.tada and GraphQL Code Generator with an object that is selected twice, once under @include
#
# Guess: a field that only the selection under `@include(if: $x)` has is optional in the type of the result, also if the object
#   itself is selected a second time without a condition. The selections merge (specification, 5.3.2 and 6.3.2), so that the
#   event is always there, and its name only if $x is true.
# What happens: both tools merge the fields and forget the condition: the type has `name: string`, the response has no name.
#   TypeScript lets `event.name.length` pass, which raises an error when $x is false. With the condition at an inline fragment
#   around the event, gql.tada has both shapes of it; Code Generator still has a name in each. With the condition at the field
#   itself, the name is optional in both.
# Version: gql.tada 1.11.3, @graphql-codegen/typescript-operations 6.1.9, @graphql-codegen/core 6.2.1, graphql 16.15.0, typescript 5.9.3
# Output seen:
#   event { id } event @include(if: $x) { name }
#     response without: {"id":"1"}
#     gql.tada: { id: string; } & { name: string; }
#     Code Generator: { id: string; name: string; }
#   ... @include(if: $x) { event { name } } event { id }
#     response without: {"id":"1"}
#     gql.tada: { id: string; } | ({ id: string; } & { name: string; })
#     Code Generator: { id: string; } & { name: string; }
#   event { id name @include(if: $x) }
#     response without: {"id":"1"}
#     gql.tada: { id: string; name?: string | undefined; }
#     Code Generator: { id: string; name?: string | undefined; }
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" gql.tada@1.11.3 @graphql-codegen/core@6.2.1 \
  @graphql-codegen/typescript-operations@6.1.9 graphql@16.15.0 typescript@5.9.3 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/types.mjs" <<'JS'
import { writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, graphqlSync, introspectionFromSchema, parse, printSchema } from 'graphql';
import ts from 'typescript';

const schema = buildSchema('type Query { talk: Talk! } type Talk { event: Event! } type Event { id: ID! name: String! }');
const rootValue = { talk: { event: { id: 1, name: 'Autumn meeting' } } };
const introspection = JSON.stringify({ name: 'feedback', ...introspectionFromSchema(schema) });

/** The type of the talk's event as TypeScript prints it. */
const typeOf = (name, source) => {
  const file = new URL(`${name}.ts`, import.meta.url).pathname;
  writeFileSync(file, source);
  const options = { strict: true, noEmit: true, skipLibCheck: true };
  const { ESNext: module } = ts.ModuleKind;
  const { Bundler: moduleResolution } = ts.ModuleResolutionKind;
  const program = ts.createProgram([file], { ...options, module, moduleResolution, target: ts.ScriptTarget.ESNext });
  const errors = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  if (errors.length) return errors.join(' ');
  const alias = program.getSourceFile(file).statements.find((statement) => statement.name?.text === 'Seen');
  const checker = program.getTypeChecker();
  const { NoTruncation, InTypeAlias } = ts.TypeFormatFlags;
  return checker.typeToString(checker.getTypeAtLocation(alias), undefined, NoTruncation | InTypeAlias);
};

for (const [index, selection] of [
  'event { id } event @include(if: $x) { name }',
  '... @include(if: $x) { event { name } } event { id }',
  'event { id name @include(if: $x) }',
].entries()) {
  const query = `query Q($x: Boolean!) { talk { ${selection} } }`;
  console.log(selection);
  const { data } = graphqlSync({ schema, source: query, rootValue, variableValues: { x: false } });
  console.log(`  response without: ${JSON.stringify(data.talk.event)}`);
  const tada = typeOf(
    `tada${index}`,
    `import { initGraphQLTada, type ResultOf } from 'gql.tada';
     const graphql = initGraphQLTada<{ introspection: ${introspection} }>();
     const query = graphql(\`${query}\`);
     export type Seen = ResultOf<typeof query>['talk']['event'];`,
  );
  const generated = await codegen({
    filename: 'operations.ts',
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: [{ location: 'query.graphql', document: parse(query) }],
    config: {},
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  const code = typeOf(`code${index}`, `${generated}\nexport type Seen = QQuery['talk']['event'];`);
  console.log(`  gql.tada: ${tada}`);
  console.log(`  Code Generator: ${code}`);
}
JS
(cd "$dir" && node types.mjs) >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
event { id } event @include(if: $x) { name }
  response without: {"id":"1"}
  gql.tada: { id: string; } & { name: string; }
  Code Generator: { id: string; name: string; }
... @include(if: $x) { event { name } } event { id }
  response without: {"id":"1"}
  gql.tada: { id: string; } | ({ id: string; } & { name: string; })
  Code Generator: { id: string; } & { name: string; }
event { id name @include(if: $x) }
  response without: {"id":"1"}
  gql.tada: { id: string; name?: string | undefined; }
  Code Generator: { id: string; name?: string | undefined; }
SEEN
