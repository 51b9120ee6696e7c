import pg from 'pg';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { statusOf } from '../waiting.js';

/** Row 19: three services start concurrently on one empty database. */
export const threeStart: Fault = {
  number: '19',
  name: 'Three services start on one empty database',
  figure: 'all become ready; every migration runs once; all exit with code 0',
  quick: true,
  servers: 'one',
  async inject(site) {
    const DATABASE_URL = await site.emptyDatabase();
    const SECRET_KEY = 'the same secret key in every one of them';
    const services = [];
    for (let place = 0; place < 3; place += 1) services.push(await site.service({ DATABASE_URL, SECRET_KEY }));
    await Promise.all(services.map((service) => service.start()));
    const answers: Record<string, number> = {};
    for (const { base } of services) {
      const { status } = await statusOf(`${base}/v2.1/events`);
      answers[status] = (answers[status] ?? 0) + 1;
    }
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client
      .query<{ times: number }>('select count(*)::int as times from schema_migrations group by name')
      .finally(() => client.end());
    const codes = await Promise.all(services.map((service) => service.stop()));
    return {
      answers,
      findings: [
        alike('all return 200', answers, { 200: 3 }),
        {
          what: `${rows.length} migrations, each once`,
          kept: rows.length > 0 && rows.every(({ times }) => times === 1),
        },
        alike('exit codes 0', codes, [0, 0, 0]),
      ],
    };
  },
};
