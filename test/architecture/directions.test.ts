import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** A tree with one file for each import that the gate must reject, and two that it must accept. */
const files: Readonly<Record<string, string>> = {
  'tsconfig.json': '{}',
  'rest-facade/index.ts': "export { served } from './serve/served.js';",
  'rest-facade/serve/served.ts': "export type { Talk as served } from '../nouns/talk.js';",
  'rest-facade/nouns/talk.ts': 'export interface Talk {}',
  'rest-facade/table/by-value.ts': "import { served } from '../serve/served.js';",
  'rest-facade/wire/by-type.ts': "import type { Talk } from '../nouns/talk.js';",
  'rest-facade/wire/one.ts': "import type { Other } from './other.js';\nexport interface One {}",
  'rest-facade/wire/other.ts': "import type { One } from './one.js';\nexport interface Other {}",
  'rest-facade/loose.ts': "import type { Talk } from './nouns/talk.js';",
  'src/core/talk.ts': "import type { Reply } from '../http/reply.js';",
  'src/http/reply.ts': 'export interface Reply {}',
};

describe('The rules of directions', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-directions-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${text}\n`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The names of the rules that each file breaks. */
  function brokenRules(): Record<string, string[]> {
    const program = join(root, 'node_modules/.bin/depcruise');
    const configuration = join(root, '.config/dependency-cruiser.cjs');
    const parameters = ['--config', configuration, '--output-type', 'json', 'src', 'rest-facade'];
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], { cwd: folder, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    const { summary } = JSON.parse(stdout) as { summary: { violations: readonly Violation[] } };
    const broken: Record<string, string[]> = {};
    for (const { from, rule } of summary.violations) (broken[from] ??= []).push(rule.name);
    return broken;
  }

  it('reject imports upwards and cycles, by values and by types, and files without a place', () => {
    expect(brokenRules()).toEqual({
      'rest-facade/loose.ts': ['no-file-of-rest-facade-outside-its-place'],
      'rest-facade/table/by-value.ts': ['imports-point-downwards-from-rest-facade/table'],
      'rest-facade/wire/by-type.ts': ['imports-point-downwards-from-rest-facade/wire'],
      'rest-facade/wire/one.ts': ['no-cycles'],
      'src/core/talk.ts': ['imports-point-downwards-from-src/core'],
    });
  });
});
