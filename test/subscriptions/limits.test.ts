import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { settled } from '../changes/log.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { startService, type TestService } from '../support/service.js';
import { follow, type Following } from './follow.js';

let service: TestService;
let world: FeedbackWorld;
const open: Following[] = [];
beforeAll(async () => {
  service = await startService({ MAX_STREAMS_ADDRESS: '25', VENUE_ON_EVENT_DAYS: 'false' });
  world = await createWorld(service, 'PUBLIC');
  await settled(service.database.pool);
});
afterAll(async () => {
  for (const following of open) following.stop();
  await service.stop();
});

const TALK = 'subscription ($talkId: ID!) { talkFeedback(talkId: $talkId) { cursor } }';

const following = (): Following => {
  const found = follow(service, TALK, { variables: { talkId: world.talk } });
  open.push(found);
  return found;
};

it('Streams are limited per address, and a refusal states when to try again', async () => {
  const streams = Array.from({ length: 27 }, following);
  await Promise.allSettled(streams.map((stream) => Promise.race([stream.until(1), stream.ended])));
  expect(streams.filter(({ messages }) => messages.length === 1)).toHaveLength(25);
  const refused = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: TALK, variables: { talkId: world.talk } }),
  });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '30']);
  expect(await refused.text()).toContain('TOO_MANY_STREAMS');
});
