import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asTable } from '../../compat/report.js';
import { runCompat } from '../../compat/run.js';
import { ask, bodyOf, recordOf, recordsOf } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { runCommand, startProcess, stopProcess, type ServiceProcess } from '../support/process.js';
import { sampleDump } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { startMaria, type Maria } from './maria.js';

/**
 * An imported deployment with COMPATIBILITY=legacy, from the perspective of its clients (decisions no. 23 to 39).
 */

let maria: Maria;
let lectern: EmptyLectern;
let imported: Imported;
let service: ServiceProcess;
const token = 'tokadmin00000000';

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  lectern = await emptyLectern();
  imported = await importLegacy(maria.urlOf('sample'), lectern, '--first-party', 'web2');
  service = await startProcess({ ...lectern.environment, COMPATIBILITY: 'legacy', PRODUCT_NAME: 'joind.in' });
});

afterAll(async () => {
  await maria.stop();
  await stopProcess(service);
  await cleanUp();
  await lectern.remove();
});

const read = (path: string) => ask(service, `/v2.1/${path}`, { token });

it('satisfies the v2.1 contract, without flags', async () => {
  const settings = { original: false, sample: 5, concurrency: 4, pause: 0, timeout: 30_000 };
  const report = await runCompat({ ...settings, base: service.base, token }, () => undefined);
  const failures = report.results.filter(({ outcome }) => outcome === 'FAILED');
  expect(failures.map((result) => asTable({ ...report, results: [result] }))).toEqual([]);
  expect(report.legacyMode).toBe(true);
});

it('treats empty parameters as absent; a search for talks needs a title', async () => {
  const all = bodyOf(await read('events?resultsperpage=1'))['meta'] as Record<string, unknown>;
  const empty = await read('events?resultsperpage=1&title=&stub=&tags[]=&startdate=&enddate=&callback=');
  expect([empty.status, (bodyOf(empty)['meta'] as Record<string, unknown>)['total']]).toEqual([200, all['total']]);
  expect((await read('talks?title=')).status).toBe(405);
});

it('leaves the website unnamed: the source of its comments is the product', async () => {
  const body = { grant_type: 'password', username: 'refuser', password: 'password' };
  const client = { client_id: 'web2', client_secret: 'web2secret' };
  const issued = bodyOf(await ask(service, '/v2.1/token', { method: 'POST', body: { ...body, ...client } }));
  const own = String(issued['access_token']);
  const said = await ask(service, '/v2.1/talks/3001/comments', {
    method: 'POST',
    token: own,
    body: { comment: 'From the website', rating: 4 },
  });
  const comment = recordOf(await ask(service, `${said.headers.get('location')}?verbose=yes`), 'comments');
  expect(comment['source']).toBe('joind.in');
  const tokens = recordsOf(await ask(service, '/v2.1/token?resultsperpage=0', { token: own }), 'tokens');
  expect(tokens.map(({ application }) => application)).toContain(null);
});

it('returns pending speakers as names with a claim awaiting approval, and approved events with pending 0', async () => {
  const { rows } = await lectern.pool.query<{ talk: string; event: string; name: string; user: string }>(
    `select c.talk_id as talk, c.event_id as event, s.display_name as name, c.user_id as user from speaker_claims c
      join talk_speakers s on s.id = c.speaker_id order by c.id limit 1`,
  );
  const [claim] = rows;
  const speakers = recordsOf(await read(`talks/${claim?.talk}/speakers`), 'speakers');
  expect(speakers).toContainEqual({ speaker_name: claim?.name });
  const claims = recordsOf(await read(`events/${claim?.event}/claims`), 'claims');
  expect(claims).toContainEqual({
    date_added: expect.any(String),
    display_name: claim?.name,
    speaker_uri: `${service.base}/v2.1/users/${claim?.user}`,
    talk_uri: `${service.base}/v2.1/talks/${claim?.talk}`,
  });
  const events = recordsOf(await read('events?resultsperpage=0'), 'events');
  expect(new Set(events.map(({ pending }) => pending))).toEqual(new Set([0]));
});

it('returns strings where clients expect strings, and discloses whether an account exists', async () => {
  const events = recordsOf(await read('events?resultsperpage=0&verbose=yes'), 'events');
  expect(new Set(events.map(({ icon }) => typeof icon))).toEqual(new Set(['string']));
  const talks = recordsOf(await read('talks/3001?verbose=yes'), 'talks');
  expect(talks.map(({ slides_link }) => typeof slides_link)).toEqual(['string']);
  const body = { email: 'nobody@example.org' };
  expect((await ask(service, '/v2.1/emails/reminders/username', { method: 'POST', body })).status).toBe(400);
});

it('the import suggests COMPATIBILITY=legacy, and doctor reminds of it until it is set', async () => {
  expect(imported.output).toContain('\nStart the service with COMPATIBILITY=legacy: ');
  const reminder =
    'Imported first-party applications: web2. If one of them is a legacy website, set COMPATIBILITY=legacy.\n';
  expect((await runCommand(['doctor'], lectern.environment)).output).toMatch(
    new RegExp(`^All 12 counters agree with a recount.\n[^]*\n${reminder}$`),
  );
  const legacy = await runCommand(['doctor'], { ...lectern.environment, COMPATIBILITY: 'legacy' });
  expect(legacy.output).not.toContain(reminder);
});
