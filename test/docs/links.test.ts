import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allPages, prose, root } from './pages.js';

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] =>
  [...prose(readFileSync(join(root, path), 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );

/** Broken links of a page. */
function brokenLinks({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : join(dirname(path), file);
      return !existsSync(join(root, at)) || (anchor !== undefined && !anchorsOf(at).includes(anchor));
    })
    .map((target) => `${path}: ${target}`);
}

it('every link of a page has an existing target, and every anchor a heading', () => {
  expect(allPages().flatMap(brokenLinks)).toEqual([]);
});

it('detects a broken link', () => {
  const text = '[a](nowhere.md) [b](README.md#nothing) [c](#gone) [d](README.md#start) [e](https://example.org/x)';

  expect(brokenLinks({ path: 'CONTRIBUTING.md', text })).toEqual([
    'CONTRIBUTING.md: nowhere.md',
    'CONTRIBUTING.md: README.md#nothing',
    'CONTRIBUTING.md: #gone',
  ]);
});

const FOLDERS =
  /^(?:src|schema|rest-facade|feeds|pages|test|docs|bench|faults|compat|deploy|examples|\.ci|\.config)\/[\w./-]+$/;

/** Paths of the repository in inline code that do not exist; those of suites may lack the end of their name. */
function deadPaths({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...prose(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => FOLDERS.test(name))
    .filter((name) => !['', '.test.ts', '.slow.ts'].some((end) => existsSync(join(root, name + end))))
    .map((name) => `${path}: ${name}`);
}

it('every path of the repository that a page names exists', () => {
  expect(allPages().flatMap(deadPaths)).toEqual([]);
});

it('detects a path that does not exist', () => {
  const text = 'In `src/main.ts`, `src/gone.ts`, `test/docs/links`, `rest-facade/` and `src/<noun>`.';

  expect(deadPaths({ path: 'README.md', text })).toEqual(['README.md: src/gone.ts']);
});

it('every page of docs/ is reachable from its index', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const pages = allPages().flatMap(({ path }) => /^docs\/([^/]+\.md)$/.exec(path)?.[1] ?? []);

  expect(pages.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});
