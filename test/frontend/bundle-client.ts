import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

const root = process.cwd();

/**
 * Bundles a client with its packages and the recipe of docs/frontend: an ES module for Node and browsers.
 *
 * @param mode in development, packages warn about wrong use
 */
export async function bundleClient(
  name: 'apollo' | 'urql' | 'relay',
  mode: 'development' | 'production' = 'production',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-client-'));
  try {
    if (name === 'relay') await compileRelay(folder);
    const { outputFiles } = await build({
      entryPoints: [join(root, `dist/test/frontend/clients/${name}.js`)],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      nodePaths: [join(root, 'node_modules')],
      define: { 'process.env.NODE_ENV': JSON.stringify(mode), global: 'globalThis' },
      plugins: name === 'relay' ? [relayTags(folder)] : [],
      logLevel: 'error',
    });
    const [bundle] = outputFiles;
    if (!bundle) throw new Error(`esbuild returned nothing for ${name}`);
    return bundle.text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The modules with tags. */
const RELAY_SOURCES = ['docs/frontend/relay.ts', 'test/frontend/clients/conditions.ts'];

/** Lays out a project as docs/frontend/relay.config.json expects it, and runs the compiler. */
async function compileRelay(folder: string): Promise<void> {
  await mkdir(join(folder, 'src'));
  for (const file of RELAY_SOURCES) await cp(join(root, file), join(folder, 'src', basename(file)));
  await cp(join(root, 'docs/frontend/relay.config.json'), join(folder, 'relay.config.json'));
  await cp(join(root, 'schema/schema.graphql'), join(folder, 'schema.graphql'));
  const compiler = join(root, 'node_modules/relay-compiler/cli.js');
  await promisify(execFile)(process.execPath, [compiler, 'relay.config.json'], { cwd: folder });
}

/** Replaces each tag by the compiler's output, like Relay's Babel plugin. */
const relayTags = (folder: string): Plugin => ({
  name: 'relay-tags',
  setup({ onLoad }) {
    onLoad({ filter: /(?:docs[\\/]frontend[\\/]relay|clients[\\/]conditions)\.js$/ }, async ({ path }) => {
      const source = await readFile(join(folder, 'src', `${basename(path, '.js')}.ts`), 'utf8');
      const imports: string[] = [];
      const contents = source.replace(/graphql`\s*(?:query|mutation|fragment) (\w+)[^`]*`/g, (_, operation: string) => {
        imports.push(`import ${operation} from './__generated__/${operation}.graphql';`);
        return operation;
      });
      return { contents: `${imports.join('\n')}\n${contents}`, loader: 'ts', resolveDir: join(folder, 'src') };
    });
  },
});
