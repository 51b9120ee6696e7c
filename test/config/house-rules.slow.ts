import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const wireWords = /_uri\b|url_friendly|verbose=yes/;
const restingTests = /\b(?:it|test|describe)\.(?:only|skip|todo)\b|\b(?:fit|fdescribe|xit|xtest|xdescribe)\(/;

/** Files below a folder of the project with a suffix, as paths from its root. */
function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** `path:line: text` of every matching line. */
function linesThatMatch(pattern: RegExp, text: string, path: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

const found = (pattern: RegExp, paths: string[]) =>
  paths.flatMap((path) => linesThatMatch(pattern, readFileSync(join(root, path), 'utf8'), path));

/** Released migrations keep their names; importers use the names of the other service, the login those of OAuth 2. */
const speakersOfOthers =
  /^src\/(database\/migrations\/|http\/login\/|transfer\/import\/conference\/wire\.ts$|transfer\/import\/legacy\/steps\/)/;

describe('The core contains no v2.1 terms', () => {
  it('uses no name of the wire in src or in the schema, except in migrations and importers', () => {
    const sources = [...filesBelow('src', '.ts'), ...filesBelow('schema', '.ts'), ...filesBelow('schema', '.graphql')];

    expect(
      found(
        wireWords,
        sources.filter((path) => !speakersOfOthers.test(path)),
      ),
    ).toEqual([]);
  });

  it('detects such a name', () => {
    const text = 'a\nwebsite_uri: string;\nurl_friendly_name\n?verbose=yes\nURI_UNKNOWN WEBSITE_URL';

    expect(linesThatMatch(wireWords, text, 'x.ts')).toEqual([
      'x.ts:2: website_uri: string;',
      'x.ts:3: url_friendly_name',
      'x.ts:4: ?verbose=yes',
    ]);
  });
});

/** Folder → folders that its files import; type imports do not exist at run time. */
function folderImports(paths: readonly string[]): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = dirname(path);
    const targets = needed.get(folder) ?? new Set();
    needed.set(folder, targets);
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, target = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*?'(\.[^']+)';$/gm)) {
      const other = dirname(join(folder, target));
      if (other !== folder) targets.add(other);
    }
  }
  return needed;
}

/** The first cycle, as the folders on its path; undefined if there is none. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const finished = new Set<string>();
  const visit = (folder: string, way: readonly string[]): string[] | undefined => {
    const start = way.indexOf(folder);
    if (start >= 0) return [...way.slice(start), folder];
    if (finished.has(folder)) return undefined;
    for (const next of graph.get(folder) ?? []) {
      const cycle = visit(next, [...way, folder]);
      if (cycle) return cycle;
    }
    finished.add(folder);
    return undefined;
  };
  return [...graph.keys()].map((folder) => visit(folder, [])).find((cycle) => cycle !== undefined);
}

describe('The folders of src', () => {
  it('import each other in one direction', () => {
    const graph = folderImports(filesBelow('src', '.ts'));
    expect(graph.size).toBeGreaterThan(30);
    expect(cycleIn(graph)).toBeUndefined();
  });

  it('detects a cycle', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(cycleIn(graph)).toEqual(['b', 'c', 'b']);
  });
});

describe('Every test runs', () => {
  it('is neither skipped nor run alone', () => {
    expect(found(restingTests, filesBelow('test', '.ts'))).toEqual([]);
  });

  it.each(['it', 'describe', 'test'])('detects %s as skipped', (word) => {
    expect(restingTests.test(`${word}${'.'}only('x')`)).toBe(true);
    expect(restingTests.test(`${word}${'.'}skip.each([])('x')`)).toBe(true);
    expect(restingTests.test(`${word}.each([])('x')`)).toBe(false);
  });
});

describe('Without rest-facade and the files that mount it', () => {
  /** The only files that may import the facade: the composition root, and the entry point. */
  const compositionRoot = [
    ...[
      'src/server/composition/app.ts',
      'src/server/composition/composition-root.ts',
      'src/server/single-process.ts',
      'src/server/cluster/worker.ts',
    ],
    ...filesBelow('src/server/app', '.ts'),
    ...['src/server/serve.ts', 'src/main.ts'],
  ];
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-core-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /**
   * Type-checks the folders without the composition root: returns the errors of the compiler and the files that it
   * read.
   */
  function typeCheck(folders: string[]): { status: number | null; complaints: string[]; read: string[] } {
    const configuration = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: true,
        incremental: false,
        tsBuildInfoFile: null,
        rootDir: root,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: folders.map((name) => join(root, name)),
      exclude: compositionRoot.map((path) => join(root, path)),
    };
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify(configuration));
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '--project', project, '--listFiles'], {
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').filter((line) => line !== '');
    const read = lines.filter((line) => existsSync(line)).map((line) => line.slice(root.length));
    return { status, complaints: lines.filter((line) => !existsSync(line)), read };
  }

  it('the core and the schema compile, and read no file of the facade', () => {
    const { status, complaints, read } = typeCheck(['src', 'schema']);

    expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
    expect(read).toContain('schema/index.ts');
    expect(read.filter((path) => path.startsWith('rest-facade/') || compositionRoot.includes(path))).toEqual([]);
  });

  it('detects an import of the facade', () => {
    expect(typeCheck(['rest-facade']).read.filter((path) => path.startsWith('rest-facade/'))).not.toEqual([]);
  });
});
