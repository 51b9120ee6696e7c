import type { TestService } from '../support/service.js';
import * as make from '../support/factories.js';
import { askData } from '../graphql/ask.js';
import { AUTHOR, RARE_APPLICATION } from './identity.js';

/** Everybody who may read feedback. */
export const viewers = ['visitor', 'attendee', 'author', 'speaker', 'host', 'hostSpeaker', 'admin'] as const;
export type Viewer = (typeof viewers)[number];

/** The policies under which an author hides the name, and the one that shows it. */
export const policies = {
  PUBLIC: { names: 'PUBLIC' },
  OPTIONAL: { names: 'OPTIONAL' },
  HIDDEN: { names: 'HIDDEN' },
  DELAYED: { names: 'HIDDEN', revealAfterHours: 2, revealAfterComments: 3 },
} as const;
export type PolicyName = keyof typeof policies;

export const TALK_TEXT = 'The second half was rushed';
export const EVENT_TEXT = 'The queue for lunch was long';

export interface FeedbackWorld {
  readonly event: string;
  readonly slug: string;
  readonly talk: string;
  readonly stub: string;
  readonly track: string;
  readonly talkComment: string;
  readonly eventComment: string;
  readonly users: Readonly<Record<Exclude<Viewer, 'visitor'>, string>>;
  readonly tokens: Readonly<Record<Viewer, string | undefined>>;
}

const COMMENT_ON_TALK = `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }`;
const COMMENT_ON_EVENT = `mutation ($input: CommentOnEventInput!) {
  commentOnEvent(input: $input) { eventComment { id } } }`;
export const SET_POLICY = `mutation ($input: SetFeedbackPolicyInput!) {
  setFeedbackPolicy(input: $input) { event { feedback {
    names ratings revealAfterComments revealAfterHours opens } } } }`;

const people = ['attendee', 'speaker', 'host', 'hostSpeaker', 'admin'] as const;

/** An event that is running, with a talk that has ended, and two comments that the author has written by the API. */
export async function createWorld(service: TestService, policy: PolicyName): Promise<FeedbackWorld> {
  const { pool } = service.database;
  const users: Record<string, string> = { author: await createAuthor(service) };
  for (const person of people) {
    users[person] = await make.createUser(pool, { full_name: `The ${person}`, is_admin: person === 'admin' });
  }
  const tokens: Record<string, string | undefined> = { visitor: undefined };
  const inkwell = await make.createApplication(pool, { name: `${RARE_APPLICATION} ${make.unique()}` });
  for (const [person, id] of Object.entries(users)) {
    const application = person === 'author' ? { application_id: inkwell } : {};
    tokens[person] = await make.createToken(pool, id, application);
  }
  const { event, talk, ...place } = await createPlace(service, users);
  const input = { eventId: event, ...policies[policy] };
  await askData(service, SET_POLICY, { variables: { input }, token: tokens['host'] });
  const post = async (mutation: string, on: object, text: string) => {
    const hideName = policy === 'PUBLIC' ? null : true;
    return askData(service, mutation, {
      variables: { input: { ...on, text, rating: 2, hideName } },
      token: tokens['author'],
    });
  };
  const { commentOnTalk } = await post(COMMENT_ON_TALK, { talkId: talk }, TALK_TEXT);
  const { commentOnEvent } = await post(COMMENT_ON_EVENT, { eventId: event }, EVENT_TEXT);
  return {
    ...{ event, talk, ...place },
    talkComment: commentOnTalk.talkComment.id as string,
    eventComment: commentOnEvent.eventComment.id as string,
    users: users as FeedbackWorld['users'],
    tokens: tokens as FeedbackWorld['tokens'],
  };
}

/** There is one author in a database, so that every response can be searched for the same marks. */
async function createAuthor({ database: { pool } }: TestService): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from users where id = $1', [AUTHOR.id]);
  if (rows[0]) return AUTHOR.id;
  return make.createUser(pool, {
    ...{ id: AUTHOR.id, username: AUTHOR.username, full_name: AUTHOR.name, email: AUTHOR.email },
  });
}

async function createPlace({ database: { pool } }: TestService, users: Readonly<Record<string, string>>) {
  const slug = `feedback-${make.unique()}`;
  const stub = `talk${make.unique()}`;
  const hour = 3_600_000;
  const now = Math.floor(Date.now() / 1000) * 1000;
  const event = await make.createEvent(pool, {
    ...{ name: `Feedback ${make.unique()}`, slug },
    ...{ starts_at: new Date(now - 3 * hour), ends_at: new Date(now + 12 * hour) },
  });
  const talk = await make.createTalk(pool, event, { stub, starts_at: new Date(now - hour) });
  const track = await make.createTrack(pool, event);
  await make.putOnTrack(pool, event, talk, track);
  for (const person of ['host', 'hostSpeaker']) await make.createHost(pool, event, users[person] ?? '');
  for (const person of ['speaker', 'hostSpeaker']) {
    await make.createSpeaker(pool, event, talk, { display_name: `The ${person}`, user_id: users[person] });
  }
  await make.createAttendee(pool, event, users['attendee'] ?? '');
  return { event, slug, talk, stub, track };
}
