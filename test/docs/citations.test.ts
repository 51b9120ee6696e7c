import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './pages.js';

/** Comments, titles of tests and decisions cite `contract §1.5`, `contract 1.5-3`, `spec §4.2`, `decisions no. 8` and pages. */

const FOLDERS = [
  'src',
  'schema',
  'rest-facade',
  'feeds',
  'pages',
  'test',
  'compat',
  'bench',
  'faults',
  '.config',
  'docs/decisions',
];
const SOURCE = /\.(?:[cm]?[jt]s|sql|graphql|sh|md)$/;
/** `bench` has packages of its own. */
const IGNORED = /(?:^|\/)node_modules\/|\.generated\.|^test\/docs\/(?:citations|links)/;

const pageOf = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
const sectionsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, section = '']) => `§${section}`);

const contract = pageOf('contract.md');
const lines = [...contract.matchAll(/`(\d+(?:\.\d+)?-\d+)`/g)].map(([, id = '']) => id);
/** What each document has. */
const targets: Readonly<Record<string, ReadonlySet<string>>> = {
  contract: new Set([...sectionsOf(contract), ...lines]),
  spec: new Set(sectionsOf(pageOf('specification.md'))),
  decisions: new Set(readdirSync(join(root, 'docs/decisions')).map((name) => String(Number(name.slice(0, 4))))),
};

/** A document, or a target in the document that was named last; a standard has sections as well. */
const WORD = new RegExp(
  [
    /(?<document>\b(?:contract|spec|decisions)\b(?:\.md)?)/,
    /(?<standard>\b(?:RFC \d+|XML 1\.0|UTS #\d+))/,
    /(?<target>§\d+(?:\.\d+)*|(?<=\bcontract +|-\d+, +|-\d+ and +)\d+(?:\.\d+)?-\d+\b)/,
    /(?<numbers>\bno\. +\d+(?:(?:, +| +to +|,? +and +)(?:no\. +)?\d+)*)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);
/** Characters after the name of a document, or its last target, within which a target belongs to it. */
const REACH = 120;

/** Text with the start of each next line of a comment as blanks: its length is the same. */
const inOneLine = (text: string): string =>
  text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g, (between) => ' '.repeat(between.length));

interface Citation {
  readonly at: number;
  /** Null if none is named before it. */
  readonly document: string | null;
  readonly target: string;
}

function citationsIn(text: string): Citation[] {
  const found: Citation[] = [];
  let named = { document: '', end: -REACH };
  for (const { 0: word, index: at, groups = {} } of inOneLine(text).matchAll(WORD)) {
    const end = at + word.length;
    if (groups['document'] ?? groups['standard']) {
      named = { document: word.toLowerCase().replace('.md', ''), end };
      continue;
    }
    const document = at - named.end < REACH ? named.document : null;
    if (document !== null) named = { document, end };
    if (groups['target']) found.push({ at, document, target: word });
    else if (document === 'decisions') {
      for (const { 0: target, index } of word.matchAll(/\d+/g)) found.push({ at: at + index, document, target });
    }
  }
  return found;
}

const isDead = ({ document, target }: Citation): boolean =>
  document === null || targets[document]?.has(target) === false;

/** Pages that comments name, with their path or without: those of docs/, or beside the file. */
function deadPages(path: string, text: string): { readonly at: number; readonly name: string }[] {
  return [...text.matchAll(/(?<![\w/.{}*-])(?:[\w-]+\/)*[\w-]+\.md\b(?=[),.:; ]|$)(?!`?\])/gm)]
    .map(({ 0: name, index }) => ({ at: index, name }))
    .filter(
      ({ name }) => ![name, `docs/${name}`, join(dirname(path), name)].some((one) => existsSync(join(root, one))),
    );
}

/** Migrations that comments name, of which 1.0.0 has replaced the first ones by its baseline. */
function deadMigrations(text: string): { readonly at: number; readonly name: string }[] {
  return [...inOneLine(text).matchAll(/\bmigrations?(?: +|\/)(?<name>\d{8}-[\w-]+|baseline\/[\w-]+)/gi)]
    .map(({ groups, index }) => ({ at: index, name: groups?.['name'] ?? '' }))
    .filter(({ name }) => !existsSync(join(root, 'src/database/migrations', `${name}.ts`)));
}

function deadIn(path: string, text: string): string[] {
  const lineOf = (at: number) => `${path}:${text.slice(0, at).split('\n').length}`;
  return [
    ...citationsIn(text)
      .filter(isDead)
      .map(({ at, document, target }) => `${lineOf(at)}: ${document ?? 'of which document:'} ${target}`),
    ...[...deadPages(path, text), ...deadMigrations(text)].map(({ at, name }) => `${lineOf(at)}: ${name}`),
  ];
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
).filter((path) => SOURCE.test(path) && !IGNORED.test(path));

it('every citation in comments, titles of tests and decisions has an existing target', () => {
  const texts = files.map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]);

  expect(texts.flatMap(([, text]) => citationsIn(text)).length).toBeGreaterThan(500);
  expect(texts.flatMap(([path, text]) => deadIn(path, text))).toEqual([]);
});

it('detects a dead citation', () => {
  const text = [
    '/** Contract §3.2 and §3.99, spec §4.2, §4.9; RFC 9110 §13.',
    ' * Lines: contract 7.1-1, 7.1-99 (decisions no. 8, 99; decisions',
    ' * no. 98 and 1). A page: docs/gone.md, docs/README.md. Migration',
    ' * 20261120-gone, migrations/baseline/gone.ts, migrations/baseline/talks.ts. */',
    'const x = 1;'.repeat(20),
    '// As in §3.2.',
  ].join('\n');

  expect(deadIn('src/x.ts', text)).toEqual([
    'src/x.ts:1: contract §3.99',
    'src/x.ts:1: spec §4.9',
    'src/x.ts:2: contract 7.1-99',
    'src/x.ts:2: decisions 99',
    'src/x.ts:3: decisions 98',
    'src/x.ts:6: of which document: §3.2',
    'src/x.ts:3: docs/gone.md',
    'src/x.ts:3: 20261120-gone',
    'src/x.ts:4: baseline/gone',
  ]);
});
