// `node .config/run.mjs <program> …`: builds if inputs have changed, then runs the program in this process.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build-if-changed.mjs';

await buildIfChanged();
const program = resolve(process.argv[2]);
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
