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
