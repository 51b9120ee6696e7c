import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

/** Restricted records of a public event. */

const roles = ['anonymous', 'stranger', 'author', 'speaker', 'host', 'admin'] as const;
type Role = (typeof roles)[number];

let service: TestService;
const users = new Map<Role, string>();
const tokens = new Map<Role, string>();
let event: string;
let talk: string;
let open: string;
let secret: string;
let reported: string;
let reportedEventComment: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  for (const role of roles.slice(1)) {
    const user = await make.createUser(pool, { is_admin: role === 'admin', email: `${role}@example.org` });
    users.set(role, user);
    tokens.set(role, await make.createToken(pool, user));
  }
  const author = { user_id: users.get('author') };
  event = await make.createEvent(pool);
  await make.createHost(pool, event, users.get('host') ?? '');
  talk = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, talk, { user_id: users.get('speaker') });
  open = await make.createTalkComment(pool, event, talk, { ...author, rating: 5 });
  secret = await make.createTalkComment(pool, event, talk, { ...author, rating: 1, is_private: true });
  reported = await make.createTalkComment(pool, event, talk, { ...author, rating: 1, is_hidden: true });
  reportedEventComment = await make.createEventComment(pool, event, { ...author, is_hidden: true });
  await make.createReport(pool, event, { talk_comment_id: reported, reporter_id: users.get('stranger') });
  await make.createReport(pool, event, { event_comment_id: reportedEventComment });
  const other = await make.createTalk(pool, event);
  const speaker = await make.createSpeaker(pool, event, other);
  await make.createClaim(pool, event, other, speaker, users.get('author') ?? '');
});
afterAll(() => service.stop());

describe('a private talk comment (decisions no. 15)', () => {
  const query = `query ($event: ID!, $talk: ID!, $secret: ID!, $author: ID!) {
    talkComment(id: $secret) { id isPrivate }
    talk(id: $talk) { commentCount ratings { average count distribution { count } } comments { totalCount nodes { id } } }
    event(id: $event) { talkCommentCount talkComments { totalCount nodes { id } } }
    user(id: $author) { talkComments { totalCount nodes { id } } }
  }`;
  const permissions: [Role, boolean][] = [
    ['anonymous', false],
    ['stranger', false],
    ['author', true],
    ['speaker', true],
    ['host', true],
    ['admin', true],
  ];
  it.each(permissions)('is visible to %s: %s, and never counted', async (role, sees) => {
    const variables = { event, talk, secret, author: users.get('author') };
    const data = await askData(service, query, { variables, token: tokens.get(role) });
    const seen = sees ? [open, secret] : [open];
    const nodes = seen.map((id) => ({ id }));
    expect(data).toEqual({
      talkComment: sees ? { id: secret, isPrivate: true } : null,
      talk: {
        commentCount: 1,
        ratings: { average: 5, count: 1, distribution: [0, 0, 0, 0, 1].map((count) => ({ count })) },
        comments: { totalCount: seen.length, nodes },
      },
      event: { talkCommentCount: 1, talkComments: { totalCount: seen.length, nodes: nodes.toReversed() } },
      user: { talkComments: { totalCount: seen.length, nodes: nodes.toReversed() } },
    });
  });
});

describe('a reported comment', () => {
  it.each(roles)('is hidden from %s outside the report', async (role) => {
    const query = `{ talkComment(id: ${reported}) { id } eventComment(id: ${reportedEventComment}) { id }
      event(id: ${event}) { commentCount comments { totalCount nodes { id } } } }`;
    expect(await askData(service, query, { token: tokens.get(role) })).toEqual({
      talkComment: null,
      eventComment: null,
      event: { commentCount: 0, comments: { totalCount: 0, nodes: [] } },
    });
  });

  const fields = ['reportedComments', 'reportedTalkComments', 'pendingClaims'];
  const denials: [Role, string][] = [
    ['anonymous', 'UNAUTHENTICATED'],
    ['stranger', 'FORBIDDEN'],
    ['author', 'FORBIDDEN'],
    ['speaker', 'FORBIDDEN'],
  ];
  it.each(denials)('reports and claims are denied to %s: %s', async (role, code) => {
    for (const field of fields) {
      const { data, errors } = await ask(service, `{ event(id: ${event}) { id ${field} { id } } }`, {
        token: tokens.get(role),
      });
      expect([data, errors.map(({ path, extensions }) => [path, extensions.code])]).toEqual([
        { event: { id: event, [field]: null } },
        [[['event', field], code]],
      ]);
    }
  });

  it.each(['host', 'admin'] as const)('reports and claims are visible to %s', async (role) => {
    const query = `{ event(id: ${event}) {
      reportedComments { decision reporter { id } comment { id event { id } } }
      reportedTalkComments { reporter { id } comment { id text talk { id } } }
      pendingClaims { awaits user { id } talk { event { id } } }
    } }`;
    const reporter = { id: users.get('stranger') };
    expect(await askData(service, query, { token: tokens.get(role) })).toEqual({
      event: {
        reportedComments: [
          {
            decision: null,
            reporter: null,
            comment: { id: reportedEventComment, event: { id: event } },
          },
        ],
        reportedTalkComments: [{ reporter, comment: { id: reported, text: expect.any(String), talk: { id: talk } } }],
        pendingClaims: [{ awaits: 'HOST', user: { id: users.get('author') }, talk: { event: { id: event } } }],
      },
    });
  });
});

describe('an account', () => {
  it('shows its e-mail address and its flags to its owner and to site administrators', async () => {
    const seen = async (role: Role) => {
      const query = `{ user(id: ${users.get('author')}) { email isAdmin viewerCanEdit } }`;
      return (await askData(service, query, { token: tokens.get(role) })).user;
    };
    const nothing = { email: null, isAdmin: null, viewerCanEdit: false };
    const all = { email: 'author@example.org', isAdmin: false, viewerCanEdit: true };
    const told = new Map<Role, object>();
    for (const role of roles) told.set(role, await seen(role));
    expect(Object.fromEntries(told)).toEqual({
      anonymous: nothing,
      stranger: nothing,
      author: all,
      speaker: nothing,
      host: nothing,
      admin: all,
    });
  });

  it('is hidden everywhere if it is inactive', async () => {
    const { pool } = service.database;
    const gone = await make.createUser(pool, { username: 'gone', is_active: false });
    const token = await make.createToken(pool, gone);
    await make.createAttendee(pool, event, gone);
    const comment = await make.createTalkComment(pool, event, talk, { user_id: gone });
    const query = `{ viewer { id } user(id: ${gone}) { id } users(username: "GONE") { totalCount }
      talkComment(id: ${comment}) { userId user { id } } event(id: ${event}) { attendees { nodes { id } } } }`;
    expect(await askData(service, query, { token })).toEqual({
      viewer: null,
      user: null,
      users: { totalCount: 0 },
      talkComment: { userId: null, user: null },
      event: { attendees: { nodes: [] } },
    });
  });
});
