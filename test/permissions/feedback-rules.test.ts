import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, SET_POLICY, viewers, type FeedbackWorld, type Viewer } from '../feedback/world.js';
import { ask } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';

/** The predicates that no write of the table alone asks: exports are reads, and times matter only with a policy. */

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service, 'OPTIONAL');
});
afterAll(() => service.stop());

/** The outcome for each viewer, in their order. */
async function outcomes<Outcome>(of: (viewer: Viewer) => Promise<Outcome>): Promise<Outcome[]> {
  const found = [];
  for (const viewer of viewers) found.push(await of(viewer));
  return found;
}

const statusOf = async (path: string, viewer: Viewer) => {
  const token = world.tokens[viewer];
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (await fetch(service.base + path, { headers })).status;
};

describe('who may', () => {
  // In the order of the viewers: visitor, attendee, author, speaker, host, host who speaks, administrator.
  it('export the feedback on an event', async () => {
    const path = `/feeds/events/${world.event}/feedback.csv`;
    expect(await outcomes((viewer) => statusOf(path, viewer))).toEqual([401, 403, 403, 403, 200, 200, 200]);
  });

  it('export the feedback on a talk', async () => {
    const path = `/feeds/talks/${world.talk}/feedback.csv`;
    expect(await outcomes((viewer) => statusOf(path, viewer))).toEqual([401, 403, 403, 200, 200, 200, 200]);
  });

  it('move a talk whose results are delayed', async () => {
    const input = { eventId: world.event, revealAfterHours: 24 };
    await ask(service, SET_POLICY, { variables: { input }, token: world.tokens.host });
    let durationMinutes = 30;
    const move = async (viewer: Viewer) => {
      durationMinutes += 1;
      const { errors } = await ask(
        service,
        'mutation ($input: UpdateTalkInput!) { updateTalk(input: $input) { __typename } }',
        { variables: { input: { talkId: world.talk, durationMinutes } }, token: world.tokens[viewer] },
      );
      return errors[0]?.extensions.problems[0]?.reason ?? 'done';
    };
    expect(await outcomes(move)).toEqual([
      ...['LOGIN_REQUIRED', 'HOSTS_AND_SPEAKERS_ONLY', 'HOSTS_AND_SPEAKERS_ONLY', 'HOSTS_ONLY'],
      ...['done', 'done', 'done'],
    ]);
  });
});
