import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, recordOf, recordsOf, type Json } from '../../rest/ask.js';
import { cleanUp } from '../../support/clean-up.js';
import { preparedFolder } from '../../support/prepared-folder.js';
import { runCommand, startProcess, type ServiceProcess } from '../../support/process.js';

let there: ServiceProcess;
let from: string;
let DATA_DIR: string;

beforeAll(async () => {
  there = await startProcess({ DATA_DIR: await preparedFolder('demo'), LOG_LEVEL: 'error' });
  DATA_DIR = await preparedFolder('empty');
  const names = ['--username', 'ada', '--full-name', 'Ada L.', '--email', 'ada@example.org'];
  expect(await runCommand(['user', 'create', ...names], { DATA_DIR })).toMatchObject({ code: 0 });
  const events = recordsOf(await ask(there, '/v2.1/events?filter=past&resultsperpage=0&verbose=yes'), 'events');
  const [fullest] = events.sort(
    (one, other) => Number(other['talk_comments_count']) - Number(one['talk_comments_count']),
  );
  from = String(fullest?.['uri']);
});
afterAll(cleanUp);

const importEvent = (...words: string[]) =>
  runCommand(['import', 'event', '--from', from, ...words], { DATA_DIR, LOG_LEVEL: 'error' });

const row = (table: string, records: number): RegExp => new RegExp(`^${table} +${records} +${records} +0 +0$`, 'm');

describe('import event', () => {
  it('reports the changes of a dry run as JSON, and stores nothing', async () => {
    const { code, output } = await importEvent('--host', 'ada', '--verbatim', '--dry-run', '--json');
    expect(code).toEqual(0);
    const told = JSON.parse(output) as Json;
    expect(told).toEqual({
      eventId: expect.any(Number),
      source: from,
      left: expect.arrayContaining([expect.stringMatching(/^\d+ attendees were not imported\.$/)]),
      report: expect.arrayContaining([
        { table: 'event', read: 1, imported: 1, repaired: 0, skipped: 0, reasons: [] },
        { table: 'image', read: 1, imported: 1, repaired: 0, skipped: 0, reasons: [] },
      ]),
      dryRun: true,
    });
  });

  it('imports the event, prints a table, and reports a repeated import', async () => {
    const talks = recordsOf(await ask(there, `${from}/talks?resultsperpage=0`), 'talks');
    const comments = recordsOf(await ask(there, `${from}/talk_comments?resultsperpage=0`), 'comments');
    const { code, output, errors } = await importEvent('--host', 'ADA', '--verbatim');
    expect([code, errors]).toEqual([0, expect.stringMatching(/7\/7 steps {2}done/)]);
    expect(output).toMatch(/^TABLE +READ +IMPORTED +REPAIRED +SKIPPED$/m);
    expect(output).toMatch(row('event', 1));
    expect(output).toMatch(row('talks', talks.length));
    expect(output).toMatch(row('talk comments', comments.length));
    const [, id = ''] = new RegExp(`^Imported ${from} as event (\\d+)\\.$`, 'm').exec(output) ?? [];

    const again = await importEvent('--host', 'ada');
    expect([again.code, again.output]).toEqual([1, '']);
    expect(again.errors.split('\n').at(-2)).toMatch(new RegExp(`^${from} was already imported as event ${id} on `));

    const here = await startProcess({ DATA_DIR, LOG_LEVEL: 'error' });
    const [brought, original] = [
      await ask(here, `/v2.1/events/${id}?verbose=yes`),
      await ask(there, `${from}?verbose=yes`),
    ];
    const same = [
      'name',
      'url_friendly_name',
      'start_date',
      'description',
      'tags',
      'talks_count',
      'talk_comments_count',
    ];
    const pick = (record: Json) => Object.fromEntries(same.map((name) => [name, record[name]]));
    expect(pick(recordOf(brought, 'events'))).toEqual(pick(recordOf(original, 'events')));
    const { images } = recordOf(brought, 'events') as { images: Record<string, { url: string }> };
    expect((await ask(here, images['orig']?.url ?? '')).status).toEqual(200);
  });

  it.each([['ftp://127.0.0.1/v2.1/events/5'], ['http://a:b@127.0.0.1/v2.1/events/5'], ['events/5']])(
    'requires a web URL instead of %s',
    async (address) => {
      const { code, errors } = await runCommand(['import', 'event', '--from', address], { DATA_DIR });
      expect([code, errors]).toEqual([
        2,
        `error: option '--from <address>' argument '${address}' is invalid. Must be a URL such as https://api.example.org/v2.1/events/5.\n`,
      ]);
    },
  );
});
