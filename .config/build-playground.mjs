// Bundles the playground (.config/playground, GraphiQL, Monaco) into dist-playground/, which src/http/pages/playground.ts serves.
// Does nothing when the stamp in that folder names the same sources and the same package versions.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = '.config/playground';
const output = 'dist-playground';
const stampFile = join(output, '.stamp');
const packages = [
  'graphiql',
  '@graphiql/react',
  '@graphiql/toolkit',
  'monaco-editor',
  'monaco-graphql',
  'graphql',
  'graphql-sse',
  'react',
  'react-dom',
  'esbuild',
];

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

function currentStamp() {
  const hash = createHash('sha256').update(readFileSync('.config/build-playground.mjs'));
  for (const name of readdirSync(sources).sort()) hash.update(`\n${name}\n`).update(readFileSync(join(sources, name)));
  hash.update(readFileSync('src/http/pages/scripts/session.js'));
  const versions = packages.map((name) => `${name}@${versionOf(name)}`);
  return [...versions, `sources ${hash.digest('hex')}`, ''].join('\n');
}

// graphiql/style.css already contains Monaco's styles; the imports of its modules would bundle them a second time.
const monacoStylesOnlyOnce = {
  name: 'monaco-styles-only-once',
  setup(build) {
    build.onLoad({ filter: /monaco-editor[\\/]esm[\\/].*\.css$/ }, () => ({ contents: '', loader: 'js' }));
  },
};

async function bundleInto(directory) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: {
      main: join(sources, 'main.jsx'),
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.graphql': 'text' },
    // Only used with a subscription URL, which the playground does not set.
    external: ['graphql-ws'],
    plugins: [monacoStylesOnlyOnce],
    legalComments: 'linked',
    logLevel: 'warning',
  });
  copyFileSync(join(sources, 'index.html'), join(directory, 'index.html'));
}

const isCurrent = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

// Two processes may run concurrently: each bundles to a temporary folder, and the first to finish renames it.
function moveIntoPlace(directory, stamp) {
  if (isCurrent(stamp)) return;
  rmSync(output, { recursive: true, force: true });
  try {
    renameSync(directory, output);
  } catch (error) {
    if (!isCurrent(stamp)) throw error;
  }
}

const stamp = currentStamp();
if (!isCurrent(stamp)) {
  console.log('Preparing the playground (once) …');
  const directory = `${output}-${process.pid}`;
  try {
    await bundleInto(directory);
    writeFileSync(join(directory, '.stamp'), stamp);
    moveIntoPlace(directory, stamp);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
