import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';
import { expectTrueCounters, tally, times } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('Concurrent setting and clearing of a star or attendance', () => {
  it('always succeeds: the row may be deleted between the conflict and the read', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    const token = await make.createToken(pool, await make.createUser(pool));
    for (const path of [`/v2.1/talks/${talk}/starred`, `/v2.1/events/${event}/attending`]) {
      const both = times(300, (turn) => ask(service, path, { method: turn % 2 ? 'DELETE' : 'POST', token }));
      expect(tally(await Promise.all(both))).toEqual({ '201 ': 150, '200 ': 150 });
    }
    await expectTrueCounters(service);
  });
});
