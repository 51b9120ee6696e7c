import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { root } from './pages.js';

interface Consumer {
  readonly kind: string;
  readonly name: string;
  readonly version: { readonly package?: string; readonly folder?: string };
  readonly suite: string;
  readonly row?: string;
  /** What the suite, or a file that it imports, calls the program. */
  readonly word: string;
  /** Folder of what the suite bundles. */
  readonly bundled?: string;
}

interface ConsumerRecord {
  readonly name: string;
  readonly suite: string;
  readonly version: string;
  readonly from: string;
  readonly date: string;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const records = JSON.parse(read('docs/consumers.json')) as readonly ConsumerRecord[];

/**
 * Tools of the tests, the means to start other programs, and those of the faults of several machines, of which
 * docs/reliability.md has the results. `initdb` is PostgreSQL's.
 */
const TOOLS = ['Xvfb', 'xdotool', 'faketime', 'memcached', 'docker-compose', 'initdb', 'patroni', 'etcd'];

let consumers: readonly Consumer[];
beforeAll(async () => {
  const module = (await import(pathToFileURL(join(root, '.config/consumers.mjs')).href)) as {
    consumers: typeof consumers;
  };
  consumers = module.consumers;
});

const keyOf = ({ name, suite }: Pick<Consumer, 'name' | 'suite'>) => `${name} in ${suite}`;

describe('docs/consumers.md', () => {
  it('is generated from the records', () => {
    const options = { cwd: root, encoding: 'utf8' } as const;
    expect(read('docs/consumers.md')).toBe(execFileSync(process.execPath, ['.config/generate-consumers.mjs'], options));
  });

  it('has a row for each program that a suite is declared to run, each with a version and a day', () => {
    expect(records.map(keyOf)).toEqual(consumers.map(keyOf));
    expect(new Set(records.map(keyOf)).size).toBe(records.length);
    const isDated = ({ version, date }: ConsumerRecord) => /^\d+\.\d+/.test(version) && /^\d{4}-\d\d-\d\d$/.test(date);
    expect(records.filter((record) => !isDated(record))).toEqual([]);
  });

  it('has the installed versions of packages: after an update, run their suites with RECORD_CONSUMERS', () => {
    const lockedVersion = ({ version: { package: name = '', folder = '.' } }: Consumer) => {
      const lock = JSON.parse(read(join(folder, 'package-lock.json'))) as {
        packages: Readonly<Record<string, { readonly version: string }>>;
      };
      return lock.packages[`node_modules/${name}`]?.version;
    };
    const ofPackages = consumers.filter(({ version }) => version.package !== undefined);
    expect(ofPackages.length).toBeGreaterThan(20);
    const recorded = ofPackages.map((consumer) => [
      keyOf(consumer),
      records.find((record) => keyOf(record) === keyOf(consumer))?.version,
    ]);
    expect(recorded).toEqual(ofPackages.map((consumer) => [keyOf(consumer), lockedVersion(consumer)]));
  });

  it('names only suites that exist and run the program', () => {
    const isRun = ({ suite, word, row, bundled }: Consumer) => {
      const texts = [...textsOf(suite), ...(bundled === undefined ? [] : textsOf(bundled))];
      return (
        texts.some((text) => text.includes(word)) && (row === undefined || read(suite).includes(`number: '${row}'`))
      );
    };
    expect(consumers.filter((consumer) => !isRun(consumer)).map(keyOf)).toEqual([]);
  });

  it('has a row for each program that the gate installs, except tools', () => {
    const needed = [...read('.ci/steps').matchAll(/^ +need(?:_python)? ([\w-]+) /gm)].map(([, name = '']) => name);
    const named = consumers.map(({ word }) => word);
    expect(needed.filter((name) => !named.includes(name) && !TOOLS.includes(name))).toEqual([]);
    expect(needed).toEqual(expect.arrayContaining(['khal', 'haproxy', 'icalendar']));
  });
});

/** The texts of a suite, or of those in a folder, and of the local files that they import. */
function textsOf(suite: string): string[] {
  const files = suite.endsWith('/')
    ? readdirSync(join(root, suite), { encoding: 'utf8', recursive: true }).map((name) => join(suite, name))
    : [suite];
  const seen = new Map<string, string>();
  const visit = (path: string): void => {
    if (seen.has(path) || !existsSync(join(root, path)) || !/\.\w+$|^\.ci\//.test(path)) return;
    const text = read(path);
    seen.set(path, text);
    for (const [, name = ''] of text.matchAll(/from '(\.[^']+)'/g))
      visit(join(dirname(path), name).replace(/\.js$/, '.ts'));
  };
  files.forEach(visit);
  return [...seen.values()];
}
