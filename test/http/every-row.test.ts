import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { routes } from '../../rest-facade/nouns/routes.js';
import { patternOf, type Pattern } from '../../src/http/rows/router.js';
import type { RowTable } from '../../src/http/rows/row.js';
import { siteTables } from '../../src/server/app/pages.js';
import { restFacade } from '../../src/server/app/rest-endpoint.js';
import { rowTables } from '../../src/server/rows/row-tables.js';
import { PACKAGE_ROOT } from '../../src/config/package-root.js';
import type { Config } from '../../src/config/config.js';
import type { Run } from '../../src/database/sql/statement.js';
import { playground } from '../../src/http/pages/playground.js';
import { startService, type TestService } from '../support/service.js';
import { storedUses } from '../usage/stored-uses.js';

/** The tables of files, of account pages and of the login. */
const site = siteTables({
  config: { productName: 'Lectern', websiteUrl: undefined } as Config,
  ...{ run: {} as Run, requests: { originOf: () => null }, readExport: () => Promise.resolve(null) },
  playground: playground(join(PACKAGE_ROOT, 'dist-playground')),
  facade: restFacade,
});

interface Case {
  readonly label: string;
  readonly method: string;
  readonly path: string;
  /** Whether it shares its path with a row for programs. */
  readonly isForBrowsers: boolean;
  readonly isCounted: boolean;
}

const caseOf = (row: Pattern, { accepts, unmatchedRoute }: Partial<RowTable> = {}): Case => ({
  ...{ label: patternOf(row), method: row.method, path: row.path },
  isForBrowsers: accepts !== undefined,
  isCounted: unmatchedRoute !== null,
});

/** Every row of v2.1, of the exports, the feeds and the pages, of files and of the login. */
const rows: readonly Case[] = [
  ...routes.map((row) => caseOf(row)),
  ...[...rowTables, ...site].flatMap((table) => table.rows.map((row) => caseOf(row, table))),
];

describe('each row of the service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is the only one of its method and path', () => {
    const labels = rows.filter((row) => !row.isForBrowsers).map(({ label }) => label.replaceAll(/:\w+/g, ':'));

    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    expect(labels.length).toBeGreaterThan(100);
  });

  const request = async ({ method, path, isForBrowsers }: Case) => {
    await service.database.pool.query('delete from route_uses');
    const url = `${service.base}${path.replaceAll(/:\w+/g, '1')}`;
    const headers = { Accept: isForBrowsers ? 'text/html' : 'application/json' };
    const response = await fetch(url, { method, redirect: 'manual', headers });
    await response.arrayBuffer();
    await service.writeUses();
    return { status: response.status, uses: (await storedUses(service.database.pool)).map(([, , route]) => route) };
  };

  it.each(rows.filter(({ isCounted }) => isCounted))(
    '$label serves its requests, before any other handler',
    async (row) => {
      const { status, uses } = await request(row);

      expect(uses).toEqual([row.label]);
      expect(status).toBeLessThan(502);
      expect(status).not.toBe(500);
    },
  );

  it.each(rows.filter(({ isCounted }) => !isCounted))('$label responds, and is not counted', async (row) => {
    const { status, uses } = await request(row);

    expect([uses, status]).toEqual([[], row.path === '/favicon.ico' ? 301 : 200]);
  });
});
