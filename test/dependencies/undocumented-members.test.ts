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
  { member: '_result.rows', package: 'pg', version: '8.23.1', files: ['src/database/sql/prepared-query.ts'] },
  { member: '_canceledDueToError', package: 'pg', version: '8.23.1', files: ['src/database/sql/prepared-query.ts'] },
  { member: 'connection.describe', package: 'pg', version: '8.23.1', files: ['src/database/sql/prepared-query.ts'] },
  { member: '_pendingQueue', package: 'pg-pool', version: '3.14.0', files: ['src/database/watch-responsiveness.ts'] },
  {
    member: 'handleDataRow',
    package: 'pg',
    version: '8.23.1',
    files: ['src/database/sql/metered-query.ts', 'src/database/sql/prepared-query.ts'],
  },
  { member: 'client.pipeline', package: 'pg', version: '8.23.1', files: ['src/database/sql/pipeline.ts'] },
  {
    member: 'pgboss.job',
    package: 'pg-boss',
    version: '12.38.0',
    files: [
      'src/adapters/jobs/stored-jobs.ts',
      'src/core/reads/operator-lists.ts',
      'src/core/secret-key/secret-key-check.ts',
      'src/core/secret-key/secret-key-replacement.ts',
      'src/database/migrate.ts',
    ],
  },
  { member: 'manifest.pgboss', package: 'pg-boss', version: '12.38.0', files: ['src/database/migrate.ts'] },
  { member: 'gateway:', package: '@apollo/server', version: '5.5.1', files: ['schema/apollo.ts'] },
  { member: 'skipCheck', package: 'type-graphql', version: '2.0.0-rc.4', files: ['schema/index.ts'] },
];

const sources = ['src', 'schema', 'rest-facade'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

it.each(members)('$member is used in its files alone', ({ member, files }) => {
  const used = sources.filter(({ text }) => text.includes(member)).map(({ path }) => path);
  expect(used.toSorted()).toEqual(files);
});

it.each(members)('$member of $package $version: run the tests of its files after an update', (row) => {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', row.package, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(version).toBe(row.version);
});
