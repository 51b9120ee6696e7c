import type pg from 'pg';
import * as make from '../support/factories.js';

/** Ends an attribute in either kind of quotes, and an element. */
export const MARKUP = `"'></title></textarea><script>alert(1)</script><img src=x onerror=alert(1)>`;
/** A link that is a script. */
export const SCRIPT_URL = 'javascript://example.org/%0aalert(1)';

/** An event, a talk and a user whose texts are all hostile. */
export async function createHostileRecords(pool: pg.Pool) {
  const user = await make.createUser(pool, { username: 'hostile', full_name: MARKUP, biography: MARKUP });
  const event = await make.createEvent(pool, {
    ...{ name: MARKUP, slug: 'hostile', stub: 'hostile', description: MARKUP, location: MARKUP },
    ...{ href: SCRIPT_URL, cfp_url: SCRIPT_URL, cfp_starts_at: new Date(0), cfp_ends_at: '2099-01-01' },
    ...{ starts_at: '2026-01-01', ends_at: '2099-01-01', tags: [MARKUP] },
    images: JSON.stringify([
      { kind: 'ORIGINAL', location: `https://images.example.org/${MARKUP}`, width: 140, height: 140 },
    ]),
  });
  await make.createHost(pool, event, user);

  const talk = await make.createTalk(pool, event, {
    ...{ title: MARKUP, description: MARKUP, stub: 'hostile', room: MARKUP },
    ...{ starts_at: new Date(Date.now() - 60_000), duration_minutes: 60 },
  });
  await make.putOnTrack(pool, event, talk, await make.createTrack(pool, event, { name: MARKUP }));
  await make.createSpeaker(pool, event, talk, { display_name: MARKUP });
  await make.createSpeaker(pool, event, talk, { display_name: MARKUP, user_id: user });
  await make.createLink(pool, event, talk, { url: `https://example.org/${MARKUP}` });
  await make.createTalkComment(pool, event, talk, { comment: MARKUP, user_id: user });
  return { event, talk, user };
}
