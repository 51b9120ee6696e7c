import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';

/** An undocumented member of a package: any release may change it. */
interface UndocumentedMember {
  readonly member: string;
  readonly package: string;
  /** The version with which the tests of `files` last passed. */
  readonly version: string;
  /** The only files that may use it. */
  readonly files: readonly string[];
}

const members: readonly UndocumentedMember[] = [
  { member: '_pendingQueue', package: 'pg-pool', version: '3.14.0', files: ['src/database/watch-responsiveness.ts'] },
  { member: 'handleDataRow', package: 'pg', version: '8.23.0', files: ['src/database/sql/prepared-query.ts'] },
  { member: 'client.pipeline', package: 'pg', version: '8.23.0', files: ['src/database/sql/pipeline.ts'] },
];

const sources = ['src', 'schema', 'rest-facade'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

it.each(members)('$member is used in one file', ({ member, files }) => {
  const used = sources.filter(({ text }) => text.includes(member)).map(({ path }) => path);
  expect(used).toEqual(files);
});

it.each(members)('$member of $package $version: run the tests of its files after an update', (row) => {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', row.package, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(version).toBe(row.version);
});
