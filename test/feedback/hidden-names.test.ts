import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { endpoints, read, type Endpoint } from './endpoints.js';
import { marksIn } from './identity.js';
import {
  createWorld,
  EVENT_TEXT,
  policies,
  TALK_TEXT,
  viewers,
  type FeedbackWorld,
  type PolicyName,
  type Viewer,
} from './world.js';

/** The viewers who see the author of a comment with a hidden name. */
const initiated: readonly Viewer[] = ['author', 'admin'];

/** The comments in a response about the author, and the marks of the author in any other. */
const leaksIn = (text: string, { isAboutAuthor }: Endpoint): string[] =>
  isAboutAuthor === true ? [TALK_TEXT, EVENT_TEXT].filter((comment) => text.includes(comment)) : marksIn(text);

describe.each(Object.keys(policies) as PolicyName[])('with the policy %s', (policy) => {
  let service: TestService;
  let world: FeedbackWorld;
  beforeAll(async () => {
    service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off' });
    world = await createWorld(service, policy);
  });
  afterAll(() => service.stop());

  it.each(viewers)('%s: no endpoint reveals a hidden author', async (viewer) => {
    const leaks = new Map<string, string[]>();
    for (const endpoint of endpoints(world)) {
      const found = leaksIn(await read(service.base, endpoint, world.tokens[viewer]), endpoint);
      if (found.length > 0) leaks.set(endpoint.name, found);
    }
    const isShown = policy === 'PUBLIC' || initiated.includes(viewer);
    if (!isShown) expect([...leaks]).toEqual([]);
    // The search finds the author where the name is shown.
    else expect(leaks.get('graph: talk comment')).toEqual(expect.arrayContaining(['quillfeather']));
  });

  it('mails to speakers, hosts and administrators do not reveal a hidden author', async () => {
    const mails = JSON.stringify(await service.takeMail());
    expect(mails).toContain(TALK_TEXT);
    expect(marksIn(mails).length > 0).toBe(policy === 'PUBLIC');
  });
});
