import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bodyOf, metaOf, recordOf } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { startProcess, stopProcess, type ServiceProcess } from '../support/process.js';
import { rowsOf } from './difference.js';
import { sampleDump } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';

let maria: Maria;
let lectern: EmptyLectern;
let service: ServiceProcess;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  lectern = await emptyLectern();
  await importLegacy(maria.urlOf('sample'), lectern, '--first-party', 'web2');
  service = await startProcess(lectern.environment);
});

afterAll(async () => {
  await maria.stop();
  await stopProcess(service);
  await cleanUp();
  await lectern.remove();
});

const logIn = (username: string, password: string, client_id = 'web2', client_secret = 'web2secret') =>
  ask(service, '/v2.1/token', {
    method: 'POST',
    body: { grant_type: 'password', username, password, client_id, client_secret },
  });

/** The user of a token, as returned by v2.1. */
async function userOf(token: string): Promise<unknown> {
  return metaOf(await ask(service, '/v2.1/events?resultsperpage=1', { token }))['user_uri'];
}

const passwordHash = async (id: number) =>
  (await rowsOf(lectern.pool, `select password_hash from users where id = ${id}`))[0]?.[0];

describe('an imported user', () => {
  it.each([
    ['imaadmin', 'password', 1],
    ['ASmith', 'asmithpass', 3],
    ['refuser', 'password', 303],
  ])('%s logs in with the old password, whose bcrypt hash is replaced', async (username, password, id) => {
    expect(await passwordHash(id)).toMatch(/^\$2y\$/);
    expect((await logIn(username, `not ${password}`)).status).toEqual(403);
    expect(await passwordHash(id)).toMatch(/^\$2y\$/);

    const answer = await logIn(username, password);
    expect({ status: answer.status, body: bodyOf(answer) }).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), user_uri: `${service.base}/v2.1/users/${id}` },
    });
    expect(await userOf(String(bodyOf(answer)['access_token']))).toEqual(`${service.base}/v2.1/users/${id}`);
    expect(await passwordHash(id)).toMatch(/^\$argon2id\$/);

    expect((await logIn(username, password)).status).toEqual(200);
  });

  it('that was not verified is rejected as before', async () => {
    const { status, text } = await logIn('refunverified', 'password');
    expect([status, text]).toEqual([401, '["Not verified"]']);
  });
});

describe('an imported token', () => {
  it.each([
    ['tokadmin00000000', 1],
    ['tokuser000000000', 303],
    ['toknogrant000000', 303],
    ['toktrusted000000', 305],
  ])('%s works immediately', async (token, id) => {
    expect(await userOf(token)).toEqual(`${service.base}/v2.1/users/${id}`);
  });

  it('writes as its user', async () => {
    const starred = '/v2.1/talks/3001/starred';
    expect((await ask(service, starred, { method: 'POST', token: 'tokuser000000000' })).status).toEqual(201);
    expect(bodyOf(await ask(service, starred, { token: 'tokuser000000000' }))['has_starred']).toEqual(true);
  });

  it('rejects comments of its user that were imported before as duplicates', async () => {
    const body = { comment: 'old comment of REFUSER', rating: 3 };
    const { status, text } = await ask(service, '/v2.1/talks/3003/comments', {
      method: 'POST',
      token: 'tokuser000000000',
      body,
    });
    expect([status, text]).toEqual([400, '["Duplicate comment"]']);
  });

  it('is not stored in plain text anywhere', async () => {
    const tokens = (await maria.rows('sample', 'select access_token from oauth_access_tokens')).flat().map(String);
    const rows = await rowsOf(
      lectern.pool,
      'select access_tokens::text from access_tokens union all select account_tokens::text from account_tokens',
    );
    expect(rows.length).toBeGreaterThan(tokens.length);
    expect(tokens.filter((token) => rows.some(([row]) => row?.includes(token)))).toEqual([]);
    expect(await rowsOf(lectern.pool, "select id from access_tokens where token_hash !~ '^[0-9a-f]{64}$'")).toEqual([]);
  });
});

describe('an imported application', () => {
  it('returns its secret to its owner, not to another application, and stores it encrypted', async () => {
    const path = '/v2.1/applications/4?verbose=yes';
    expect((await ask(service, path, { token: 'tokuser000000000' })).status).toEqual(403);
    const token = String(bodyOf(await logIn('refuser', 'password'))['access_token']);
    const answer = await ask(service, path, { token });
    expect(recordOf(answer, 'clients')).toMatchObject({
      consumer_key: 'refapp',
      consumer_secret: 'refsecret',
      user_id: 303,
    });
    const sealed = await rowsOf(lectern.pool, 'select consumer_secret_encrypted from applications where id <= 4');
    expect(sealed).toEqual(Array.from({ length: 4 }, () => [expect.stringMatching(/^v1\.[\w-]{40,}$/)]));
  });

  it('accepts its imported secret, and no other', async () => {
    expect((await logIn('refuser2', 'password', 'refapp', 'refsecret')).status).toEqual(200);
    expect((await logIn('refuser2', 'password', 'refapp', 'web2secret')).status).toEqual(403);
  });

  it('without the password grant does not get it', async () => {
    const { status, text } = await logIn('refuser2', 'password', 'nogrant', 'nosecret');
    expect([status, text]).toEqual([403, '["This client cannot authenticate using the password grant type"]']);
  });

  it('is first-party if the operator declares it, and no other is', async () => {
    expect(await rowsOf(lectern.pool, 'select consumer_key from applications where is_first_party')).toEqual([
      ['web2'],
    ]);
  });
});
