import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../rest-facade/nouns/routes.js';
import { patternOf } from '../../rest-facade/table/route.js';
import { labelOf } from '../../src/http/rows/row.js';
import { rowTables } from '../../src/server/rows/row-tables.js';
import { startService, type TestService } from '../support/service.js';
import { storedUses } from '../usage/stored-uses.js';

/** Every row of v2.1, of the exports, the feeds and the pages. */
const rows = [
  ...routes.map((row) => ({ label: patternOf(row), method: row.method, path: row.path })),
  ...rowTables.flatMap((table) => table.rows.map((row) => ({ label: labelOf(row), method: 'GET', path: row.path }))),
];

describe('each row of the service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is the only one of its method and path', () => {
    const labels = rows.map(({ label }) => label.replaceAll(/:\w+/g, ':'));

    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    expect(labels.length).toBeGreaterThan(100);
  });

  it.each(rows)('$label serves its requests, before any other handler', async ({ label, method, path }) => {
    await service.database.pool.query('delete from route_uses');
    const url = `${service.base}${path.replaceAll(/:\w+/g, '1')}`;
    const response = await fetch(url, { method, redirect: 'manual', headers: { Accept: 'application/json' } });
    await response.arrayBuffer();
    await service.writeUses();

    expect((await storedUses(service.database.pool)).map(([, , route]) => route)).toEqual([label]);
    expect(response.status).toBeLessThan(502);
    expect(response.status).not.toBe(500);
  });
});
