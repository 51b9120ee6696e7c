import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from '../graphql/ask.js';

let service: TestService;
let event: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const hidden = { is_name_hidden: true, names_policy: 'OPTIONAL' };

/** The number of respondents of an event with public comments by `named`, and hidden ones by `unnamed`. */
async function respondents(named: readonly string[], unnamed: readonly string[]): Promise<number> {
  const { pool } = service.database;
  const host = await make.createUser(pool);
  event = await make.createEvent(pool);
  await make.createHost(pool, event, host);
  const [one, other] = [await make.createTalk(pool, event), await make.createTalk(pool, event)];
  for (const user of named) await make.createTalkComment(pool, event, one, { user_id: user });
  for (const user of unnamed) await make.createTalkComment(pool, event, other, { user_id: user, ...hidden });
  const query = `{ event(id: ${event}) { feedbackSummary { respondentCount } } }`;
  const found = await askData(service, query, { token: await make.createToken(pool, host) });
  return found.event.feedbackSummary.respondentCount as number;
}

describe('The number of respondents', () => {
  it('is the same whoever has hidden the name', async () => {
    const { pool } = service.database;
    const [ann, bob, cyd] = [await make.createUser(pool), await make.createUser(pool), await make.createUser(pool)];

    expect(await respondents([ann, bob], [])).toBe(2);
    expect(await respondents([ann, bob], [bob])).toBe(3);
    expect(await respondents([ann, bob], [cyd])).toBe(3);
    expect(await respondents([], [ann, bob])).toBe(2);
  });

  it('counts an author once who hides the name in comments on several talks', async () => {
    const { pool } = service.database;
    const ann = await make.createUser(pool);
    const before = await respondents([], [ann]);
    const another = await make.createTalk(pool, event);
    await make.createTalkComment(pool, event, another, { user_id: ann, ...hidden });
    await make.createEventComment(pool, event, { user_id: ann, ...hidden });
    const { rows } = await pool.query<{ user_id: string }>('select user_id from event_hosts where event_id = $1', [
      event,
    ]);
    const token = await make.createToken(pool, rows[0]?.user_id ?? '');
    const found = await askData(service, `{ event(id: ${event}) { feedbackSummary { respondentCount } } }`, { token });

    expect(before).toBe(1);
    expect(found.event.feedbackSummary.respondentCount).toBe(1);
  });
});
