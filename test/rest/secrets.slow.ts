import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { everythingStored } from '../support/everything-stored.js';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';
import { ask, bodyOf, metaOf, recordOf } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Encodings in which a secret could be stored. */
const writtenAs = (secret: string) =>
  (['utf8', 'hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(secret).toString(encoding));

describe('a reader of the database', () => {
  it('finds no token, application secret or password in it', async () => {
    const { pool } = service.database;
    const secrets = { password: 'a difference engine' };
    const owner = await createToken(pool, await createMember(pool, 'ada', secrets.password));
    const body = { name: 'Phone', description: 'x', callback_url: 'https://phone.example/' };
    const made = await ask(service, '/v2.1/applications', { method: 'POST', token: owner, body });
    const address = `${made.headers.get('location')}?verbose=yes`;
    const client = recordOf(await ask(service, address, { token: owner }), 'clients');
    const { consumer_key: client_id, consumer_secret: client_secret } = client;
    const credentials = { grant_type: 'password', username: 'ada', ...secrets, client_id, client_secret };
    const login = await ask(service, '/v2.1/token', { method: 'POST', body: credentials });
    const { access_token: token } = bodyOf(login);
    expect([token, client_secret]).toEqual([expect.any(String), expect.any(String)]);

    const stored = await everythingStored(service.database);
    expect(stored).toContain(client_id);
    const found = [owner, token, client_secret, secrets.password].map((secret) =>
      writtenAs(String(secret)).filter((text) => stored.includes(text)),
    );
    expect(found).toEqual([[], [], [], []]);
  });
});

describe('a client that guesses tokens', () => {
  it('causes about a hundred look-ups a minute, and always gets the same response', async () => {
    // The window is longer than the test takes on a busy machine, so it ends at most once.
    const guesser = await startService({ LIMIT_UNKNOWN_TOKEN_ADDRESS: '100/3600' });
    try {
      const seen = new Set<string>();
      let lookups = 0;
      for (let done = 0; done < 10_000; done += 20) {
        const guesses = Array.from({ length: 20 }, (_, index) => `lec_${done + index}`);
        const answers = await Promise.all(guesses.map((token) => ask(guesser, '/v2.1', { token })));
        for (const { status, text } of answers) seen.add(`${status} ${text}`);
        lookups += guesser.takeStatements().filter((text) => text.includes('access_tokens')).length;
      }
      expect([...seen]).toEqual([expect.stringMatching(/^200 \{"events":/)]);
      expect(lookups).toBeGreaterThanOrEqual(100);
      expect(lookups).toBeLessThanOrEqual(120);
    } finally {
      await guesser.stop();
    }
  }, 300_000);
});

describe('an unused token', () => {
  const day = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

  it.each([
    ['has been used in time', 30, { created_at: ago(90), last_used_at: ago(29) }, true],
    ['was not used for too long', 30, { created_at: ago(90), last_used_at: ago(31) }, false],
    ['was never used, and is new', 30, { created_at: ago(29) }, true],
    ['was never used, and is old', 30, { created_at: ago(31) }, false],
    ['is of an application whose tokens stay', null, { created_at: ago(900) }, true],
    ['has expired', null, { expires_at: ago(0.001) }, false],
    ['has not expired yet', null, { expires_at: ago(-1) }, true],
  ])('%s', async (_, token_idle_days, row, good) => {
    const { pool } = service.database;
    const { id: application_id } = await createClient(pool, { token_idle_days });
    const token = await createToken(pool, await createUser(pool), { application_id, ...row });
    const { meta } = bodyOf(await ask(service, '/v2.1', { token }));
    expect(meta !== undefined).toBe(good);
  });
});

describe('the use of a token', () => {
  it('needs no statement besides its look-up', async () => {
    const token = await createToken(service.database.pool, await createUser(service.database.pool));
    service.takeStatements();
    for (let turn = 0; turn < 5; turn += 1) await ask(service, '/v2.1', { token });
    const statements = service.takeStatements();
    expect(statements).toHaveLength(5);
    expect(statements.every((text) => text.startsWith('select') && text.includes('access_tokens'))).toBe(true);
    expect(metaOf(await ask(service, '/v2.1', { token }))).toHaveProperty('user_uri');
  });
});
