import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { waysOfReading, yardsticks } from '../../bench/ways.js';
import { savedQuickResult } from '../../bench/saved.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}
const manifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const service = manifest('package.json');
const bench = manifest('bench/package.json');

describe('the packages of the bench', () => {
  it('have the same versions as the service’s packages: two versions of a type are incompatible', () => {
    const shared = Object.entries({ ...bench.dependencies, ...bench.overrides }).flatMap(([name, version]) => {
      const ours = service.dependencies[name] ?? service.devDependencies?.[name];
      return ours === undefined || version.startsWith('file:') ? [] : [{ name, version, ours }];
    });
    expect(shared.map(({ name }) => name).toSorted()).toEqual(['@types/node', '@types/pg', 'pg']);
    expect(shared.filter(({ version, ours }) => version !== ours)).toEqual([]);
  });

  it('are pinned, and have no URL of a private network', () => {
    const versions = Object.values({ ...bench.dependencies, ...bench.overrides });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$|^file:\.\.\/node_modules\/graphql$/.test(version))).toEqual(
      [],
    );
    const addresses = readFileSync('bench/package-lock.json', 'utf8').match(/"resolved": ".*?"/g) ?? [];
    expect(addresses).toEqual(['"resolved": "../node_modules/graphql"']);
  });
});

describe('the saved quick result', () => {
  it('contains every read and every implementation, relative to every yardstick', () => {
    const reads = savedQuickResult()?.comparisons.filter(({ judgedBy }) => judgedBy === 'cpu') ?? [];
    expect(reads.map(({ name }) => name)).toEqual(['R1', 'R2', 'event', 'comments']);
    for (const { lines } of reads) {
      expect(lines.map(({ way }) => way)).toEqual(waysOfReading.map(({ name }) => name));
      for (const { ratios } of lines) expect(Object.keys(ratios)).toEqual(yardsticks);
    }
  });
});
