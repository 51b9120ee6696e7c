import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from '../graphql/ask.js';
import { driftingCounters } from '../database/counter-recounts.js';
import { AUTHOR } from './identity.js';
import { createWorld, type FeedbackWorld } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service, 'OPTIONAL');
});
afterAll(() => service.stop());

const ADD_HOST = 'mutation ($input: AddHostInput!) { addHost(input: $input) { event { id } } }';
const REMOVE_HOST = 'mutation ($input: RemoveHostInput!) { removeHost(input: $input) { event { id } } }';
const RATINGS = 'ratings { average count fair fairLow distribution { rating count } }';

const asHost = (mutation: string, input: object) =>
  askData(service, mutation, { variables: { input: { eventId: world.event, ...input } }, token: world.tokens.host });
/** The ratings of the event and the talk, for everybody. */
const ratings = () =>
  askData(service, `{ event(id: ${world.event}) { ${RATINGS} } talk(id: ${world.talk}) { ${RATINGS} } }`);

/** Whether each comment counts, in the export for hosts. */
async function countsInExport(): Promise<boolean[]> {
  const response = await fetch(`${service.base}/feeds/events/${world.event}/feedback.json`, {
    headers: { Authorization: `Bearer ${world.tokens.host}` },
  });
  return ((await response.json()) as { counts: boolean }[]).map(({ counts }) => counts);
}

describe('The rating of a comment with a hidden name', () => {
  it('counts as before while a host makes the author a host, the author speaks, and after the account is deleted', async () => {
    const { pool } = service.database;
    const before = await ratings();
    await asHost(ADD_HOST, { username: AUTHOR.username });
    const asCohost = await ratings();
    await asHost(REMOVE_HOST, { userId: AUTHOR.id });
    const afterwards = await ratings();
    await make.createSpeaker(pool, world.event, world.talk, { display_name: 'Another', user_id: AUTHOR.id });
    const asSpeaker = await ratings();
    await pool.query('delete from users where id = $1', [AUTHOR.id]);
    const withoutAccount = await ratings();

    expect(before).toMatchObject({ event: { ratings: { count: 1 } }, talk: { ratings: { count: 1 } } });
    expect(asCohost).toEqual(before);
    expect(afterwards).toEqual(before);
    expect(asSpeaker).toEqual(before);
    expect(withoutAccount).toEqual(before);
    expect(await countsInExport()).toEqual([true, true]);
    expect(await driftingCounters(pool)).toEqual([]);
  });
});

const policies = ['PUBLIC', 'OPTIONAL', 'HIDDEN'] as const;
const transitions = policies.flatMap((from) => policies.map((to) => ({ from, to })));

describe('The ratings of a comment with a name', () => {
  it.each(transitions)(
    'follow the roles of its author, except while the policy hides it: $from, then $to',
    async ({ from, to }) => {
      const { pool } = service.database;
      const author = await make.createUser(pool);
      const event = await make.createEvent(pool);
      const talk = await make.createTalk(pool, event);
      await make.createTalkComment(pool, event, talk, { user_id: author });
      await make.createEventComment(pool, event, { user_id: author });
      const adopt = (names: string) =>
        pool.query('update events set feedback_names = $1 where id = $2', [names, event]);
      const counted = async () => {
        const { rows } = await pool.query<{ counts: boolean[] }>(
          `select array[t.author_counts, e.author_counts] as counts from talk_comments t join event_comments e
            using (event_id) where event_id = $1`,
          [event],
        );
        return rows[0]?.counts;
      };
      await adopt(from);
      await make.createSpeaker(pool, event, talk, { user_id: author });
      await make.createHost(pool, event, author);
      await adopt(to);
      const hasCountedInRoles = from === 'HIDDEN' && to === 'HIDDEN';
      expect(await counted()).toEqual([hasCountedInRoles, hasCountedInRoles]);
      await pool.query('delete from talk_speakers where user_id = $1', [author]);
      await pool.query('delete from event_hosts where user_id = $1', [author]);
      const countsAgain = to !== 'HIDDEN' || hasCountedInRoles;
      expect(await counted()).toEqual([countsAgain, countsAgain]);
      expect(await driftingCounters(pool)).toEqual([]);
    },
  );
});
