import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let token: string;
let talk: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await createToken(pool, await createUser(pool));
  talk = await createTalk(pool, await createEvent(pool));
});
afterAll(() => service.stop());

const BOTH = `mutation ($unknown: ID!, $talk: ID!) {
  a: starTalk(input: { talkId: $unknown }) { talk { id } }
  b: starTalk(input: { talkId: $talk }) { talk { starCount } }
}`;

describe('several mutations in one operation', () => {
  it('stop at the first error, also when the operation is repeated', async () => {
    for (const turn of ['first', 'second', 'third']) {
      const { data, errors } = await ask(service, BOTH, { token, variables: { unknown: '999999', talk } });
      expect([turn, data, errors.map(({ path, extensions }) => [path, extensions.code])]).toEqual([
        turn,
        null,
        [[['a'], 'NOT_FOUND']],
      ]);
    }
    const { rows } = await service.database.pool.query('select from talk_stars');
    expect(rows).toEqual([]);
  });
});
