import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ TRUSTED_DOCUMENTS: 'only' });
});
afterAll(() => service.stop());

/** The documents in a script of the service's pages. */
async function documentsIn(path: string): Promise<string[]> {
  const script = await (await fetch(service.base + path)).text();
  return [...script.matchAll(/`((?:mutation|query) [^`]*)`/g)].flatMap(([, document]) => document ?? []);
}

/** Sends the mutation in a script of the service's pages. */
async function send(path: string, token: string, input: object): Promise<unknown> {
  const [query] = await documentsIn(path);
  return sendDocument(query, token, { input });
}

async function sendDocument(query: string | undefined, token: string, variables: object): Promise<unknown> {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

it('a feedback page sends a trusted document', async () => {
  const { pool } = service.database;
  const token = await make.createToken(pool, await make.createUser(pool));
  const talkId = await make.createTalk(pool, await make.createEvent(pool), { starts_at: new Date() });
  const said = await send('/pages/feedback.js', token, { talkId, rating: 4, text: 'Clear' });
  expect(said).toMatchObject({ data: { commentOnTalk: {} } });
});

it('the dashboard reads and decides by trusted documents', async () => {
  const { pool } = service.database;
  const token = await make.createToken(pool, await make.createUser(pool));
  const documents = await documentsIn('/pages/dashboard-operations.js');
  expect(documents).toHaveLength(7);
  const untrusted = { errors: [{ extensions: { problems: [{ reason: 'DOCUMENT_UNKNOWN' }] } }] };
  for (const document of documents) {
    const variables = { input: {}, eventId: '', claimId: '', reportId: '' };
    expect(await sendDocument(document, token, variables)).not.toMatchObject(untrusted);
  }
  expect(await sendDocument(`${documents[0]} `, token, {})).toMatchObject(untrusted);
});

it('the page of a talk claims a speaker with trusted documents', async () => {
  const { pool } = service.database;
  const token = await make.createToken(pool, await make.createUser(pool, { username: 'ada' }));
  const event = await make.createEvent(pool);
  const talkId = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, talkId, { display_name: 'Ada' });
  const [viewer, claim] = await documentsIn('/pages/claim.js');
  expect(await sendDocument(viewer, token, {})).toMatchObject({ data: { viewer: { username: 'ada' } } });
  const input = { talkId, speakerName: 'Ada', username: 'ada' };
  expect(await sendDocument(claim, token, { input })).toMatchObject({ data: { claimSpeaker: { isLinked: false } } });
});
