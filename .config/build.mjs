// Compiles the TypeScript tree into dist/. `--clean` starts from an empty folder, so that nothing deleted lives on.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript7/package.json')), 'bin', 'tsc');

if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true });

const { status } = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.json'], { stdio: 'inherit' });
process.exit(status ?? 1);
