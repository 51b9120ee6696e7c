import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { OperatorError } from '../src/config/operator-error.js';

const versionIn = (file: string): string | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;

/**
 * Installs the packages of `bench/package.json` if they are missing. `npm ci` of the service omits them, because only
 * the benchmark needs them.
 *
 * @throws OperatorError if npm fails to install them
 */
export function provideBenchPackages(say: (sentence: string) => void): void {
  const { dependencies } = JSON.parse(readFileSync('bench/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const isThere = ([name, wanted]: [string, string]) => {
    const found = versionIn(`bench/node_modules/${name}/package.json`);
    return found !== undefined && (wanted.startsWith('file:') || found === wanted);
  };
  if (Object.entries(dependencies).every(isThere)) return;
  say('Installing the compared packages, first run only (npm ci --prefix bench) …');
  const npm = ['ci', '--prefix', 'bench', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', npm, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new OperatorError('npm failed to install the packages of bench/: see above.');
}
