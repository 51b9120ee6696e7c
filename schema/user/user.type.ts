import type { Context } from '../../src/core/context.js';
import { userConnection } from '../../src/core/reads/connection.js';
import { userByName } from '../../src/core/reads/by-name.js';
import type { UserRow } from '../../src/core/reads/users.js';
import { maySeeAccount } from '../../src/core/rules.js';
import { boundedText, lookup, queries, query } from '../root-fields.js';
import { field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';
import { paged, pagedQuery, pageRequest } from '../paging.js';
import { grantsOfUser } from '../application/grant.type.js';
import { notificationSettings } from './notification.type.js';
import { speakingField } from '../feedback/speaking.type.js';
import { pagedTalks } from '../talk/talk-relations.js';

const OWN = 'Visible only to the user and to site administrators; null otherwise.';

objectType('User', 'A user with an account: a speaker, host, attendee or commenter.', {
  id: field.id('Numeric ID of the user, as in `/v2.1/users/{id}`.'),
  username: field.string('Username, unique regardless of case.'),
  fullName: field.string('Display name.'),
  biography: nullable.string('Biography; null if there is none.'),
  twitterUsername: nullable.string('Twitter username; null if there is none.'),
  isTrusted: field.boolean('Whether events submitted by the user are approved immediately.'),
  avatarHash: field.string(
    'Hash for avatar services: MD5 of the lower-cased e-mail address, or 32 random hex digits if the user prefers.',
  ),
  email: computed(nullable.string(`E-mail address. ${OWN}`), (user: UserRow, { viewer }) =>
    maySeeAccount(viewer, user.id) ? user.ownEmail : null,
  ),
  pendingEmail: computed(
    nullable.string(`New e-mail address pending confirmation or authorisation; null if there is none. ${OWN}`),
    async ({ id }: UserRow, { viewer, reads }) =>
      maySeeAccount(viewer, id) ? ((await reads.load('pendingEmail', id))?.newEmail ?? null) : null,
  ),
  isAdmin: computed(
    nullable.boolean(`Whether the user is a site administrator. ${OWN}`),
    (user: UserRow, { viewer }) => (maySeeAccount(viewer, user.id) ? user.administers : null),
  ),
  hasRandomAvatarHash: computed(
    nullable.boolean(`Whether \`avatarHash\` is random instead of derived from the e-mail address. ${OWN}`),
    (user: UserRow, { viewer }) => (maySeeAccount(viewer, user.id) ? user.avatarIsRandom : null),
  ),
  viewerCanEdit: computed(
    field.boolean('Whether the viewer can change the account, as its owner or as a site administrator.'),
    (user: UserRow, { viewer }) => maySeeAccount(viewer, user.id),
  ),
  talks: pagedTalks('Talks on which the user is a linked speaker, latest start first.', 'talksOfUser'),
  starredTalks: pagedTalks(
    'Talks that the user starred, latest start first. Stars are private: always empty unless the user is the viewer.',
    'talksStarredByViewer',
  ),
  attendedEvents: paged('Event', 'Events that the user attends, latest start first.', 'eventsAttendedByUser'),
  hostedEvents: paged('Event', 'Events that the user hosts, latest start first.', 'eventsHostedByUser'),
  grants: grantsOfUser,
  notificationSettings,
  speaking: speakingField,
  talkComments: paged(
    'TalkComment',
    'Talk comments by the user, newest first. Excludes comments whose author is hidden from the viewer, or that a feedback policy withholds.',
    'talkCommentsOfUser',
  ),
});

/** Loads the current record of the viewer; null for anonymous callers. */
export async function viewerOf({ viewer, reads }: Pick<Context, 'viewer' | 'reads'>) {
  return viewer && (await reads.load('user', viewer.id));
}

const usersArgs = {
  username: nullable.string('The exact username, ignoring case and accents.'),
  keyword: nullable.string(
    'A part of the username, full name or Twitter username, ignoring case and accents; at most 200 characters. Orders the list by full name.',
  ),
};

export const userQueries = queries({
  viewer: query(
    nullable.record('User', 'The authenticated user; null if the request is anonymous.'),
    {},
    ({ viewer, reads }) => viewer && reads.load('user', viewer.id),
  ),
  user: lookup('User', 'user', 'Look up a user by ID. Returns null if there is no active account with this ID.'),
  userByUsername: query(
    nullable.record(
      'User',
      'Look up a user by username, ignoring case but not accents. Returns null if no active account has it.',
    ),
    { username: field.string('The exact username.') },
    ({ reads }, { username }) => userByName(reads, username),
  ),
  users: pagedQuery(
    'User',
    'Users with an active account, ordered by ID; with `username`, the exact one first.',
    usersArgs,
    ({ reads, maxPageSize }, args) => {
      const keyword = args.keyword == null ? undefined : boundedText(args.keyword, 200, 'keyword');
      return userConnection(reads, { username: args.username ?? undefined, keyword }, pageRequest(args, maxPageSize));
    },
  ),
});
