import type pg from 'pg';
import * as make from '../support/factories.js';

/** One event with records of each kind: rows that would leak if any path ignored the viewer. */
export interface HiddenWorld {
  readonly event: string;
  readonly talk: string;
  readonly track: string;
  readonly link: string;
  readonly eventComment: string;
  readonly talkComment: string;
  /** Speaks, comments, attends and hosts there. */
  readonly insider: string;
}

/** The word in every text of the event's records. */
export const SECRET = 'Xyzzy';

export async function createHiddenWorld(pool: pg.Pool, host: string, row: object): Promise<HiddenWorld> {
  const event = await make.createEvent(pool, {
    name: `${SECRET} event`,
    description: SECRET,
    location: SECRET,
    images: JSON.stringify([{ kind: 'SMALL', location: `${SECRET}.png`, width: 140, height: 140 }]),
    tags: [SECRET.toLowerCase()],
    stub: `s${make.unique()}`,
    ...row,
  });
  const insider = await make.createUser(pool);
  for (const user of [host, insider]) {
    await make.createHost(pool, event, user);
    await make.createAttendee(pool, event, user);
  }
  const talk = await make.createTalk(pool, event, { title: `${SECRET} talk`, description: SECRET });
  const track = await make.createTrack(pool, event, { name: SECRET });
  await make.putOnTrack(pool, event, talk, track);
  await make.createSpeaker(pool, event, talk, { display_name: SECRET, user_id: insider });
  const unclaimed = await make.createSpeaker(pool, event, talk, { display_name: `${SECRET} too` });
  await make.createClaim(pool, event, talk, unclaimed, insider);
  const link = await make.createLink(pool, event, talk, { url: `https://example.org/${SECRET}` });
  const said = { comment: SECRET, user_id: insider };
  const eventComment = await make.createEventComment(pool, event, said);
  const talkComment = await make.createTalkComment(pool, event, talk, said);
  const hiddenOfEvent = await make.createEventComment(pool, event, { ...said, is_hidden: true });
  const hiddenOfTalk = await make.createTalkComment(pool, event, talk, { ...said, is_hidden: true });
  await make.createReport(pool, event, { event_comment_id: hiddenOfEvent, reporter_id: insider });
  await make.createReport(pool, event, { talk_comment_id: hiddenOfTalk, reporter_id: insider });
  return { event, talk, track, link, eventComment, talkComment, insider };
}

/** Every GET path of the event's records, and the expected error without permission. */
export function pathsBelow({ event, talk, track, link, eventComment, talkComment }: HiddenWorld): [string, string][] {
  const [noEvent, noTalk] = ['Event not found', 'Talk not found'];
  const ofEvent = [
    '',
    '?verbose=yes',
    '/talks',
    '/tracks',
    '/comments',
    '/talk_comments',
    '/attendees',
    '/attending',
    '/hosts',
    '/images',
    '/comments/reported',
    '/talk_comments/reported',
    '/claims',
  ];
  const ofTalk = ['', '?verbose=yes', '/comments', '/starred', '/speakers', '/links', `/links/${link}`];
  return [
    ...ofEvent.map((below): [string, string] => [`/v2.1/events/${event}${below}`, noEvent]),
    ...ofTalk.map((below): [string, string] => [`/v2.1/talks/${talk}${below}`, noTalk]),
    [`/v2.1/tracks/${track}`, 'Track not found'],
    [`/v2.1/event_comments/${eventComment}`, 'Comment not found'],
    [`/v2.1/talk_comments/${talkComment}`, 'Comment not found'],
  ];
}

/** Lists of other records in which the event and its records may appear. */
export function listsAround({ insider }: HiddenWorld): string[] {
  const ofUser = ['talks', 'attended', 'hosted', 'talk_comments'].map((below) => `/v2.1/users/${insider}/${below}`);
  return [...ofUser, `/v2.1/talks?title=${SECRET}`];
}
