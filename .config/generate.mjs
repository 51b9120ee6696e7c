// Writes the generated files that are committed: the published schema, the typed documents, the OpenAPI document, and
// pages of docs/. `--check` writes nothing and fails if a committed file is outdated.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const generated = [
  { file: 'src/database/migrations/index.generated.ts', script: '.config/generate-migrations.mjs' },
  { file: 'src/core/date/zone-names.generated.ts', script: '.config/generate-zones.mjs' },
  { file: 'schema/schema.graphql', script: 'dist/schema/print.js' },
  { file: 'rest-facade/table/graph.generated.ts', script: '.config/generate-graph-types.mjs' },
  { file: 'rest-facade/operations/documents.generated.ts', script: '.config/generate-documents.mjs' },
  { file: 'feeds/documents.generated.ts', script: '.config/generate-documents.mjs', parameters: ['feeds'] },
  { file: 'pages/documents.generated.ts', script: '.config/generate-documents.mjs', parameters: ['pages'] },
  { file: 'rest-facade/openapi/openapi.json', script: '.config/generate-openapi.mjs' },
  { file: 'docs/frontend/operations.generated.ts', script: 'docs/frontend/generate.mjs' },
  { file: 'docs/frontend.md', script: '.config/embed-code.mjs' },
  { file: 'docs/live.md', script: '.config/embed-code.mjs', parameters: ['docs/live.md'] },
  { file: 'docs/configuration.md', script: '.config/generate-configuration.mjs' },
  { file: 'docs/commands.md', script: 'dist/src/cli/print-commands.js' },
  { file: 'docs/decisions/README.md', script: '.config/generate-decisions.mjs' },
  { file: 'docs/consumers.md', script: '.config/generate-consumers.mjs' },
  { file: 'findings/README.md', script: '.config/findings.mjs', parameters: ['--list'] },
];

const check = process.argv.includes('--check');

/** Runs a script; its errors go to the terminal. */
const run = (script, output, parameters = []) =>
  spawnSync(process.execPath, [script, ...parameters], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', output, 'inherit'],
  });

function stop(script) {
  console.error(`${script} failed: see above.`);
  process.exit(1);
}

// Compile errors are ignored: they may be in a file that is about to be regenerated, and the compiler emits all the
// same.
if (run('.config/build.mjs', 'inherit').status !== 0 && check) stop('.config/build.mjs');
// The order matters: the documents are typed by the schema.
for (const { file, script, parameters } of generated) {
  const { status, stdout: fresh } = run(script, 'pipe', parameters);
  if (status !== 0) stop(script);
  if (existsSync(file) && readFileSync(file, 'utf8') === fresh) continue;
  if (check) {
    console.error(`${file} is outdated: run npm run generate and commit the result.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, fresh);
    console.log(`${file} written.`);
  }
}
