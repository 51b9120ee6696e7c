import type { Field, Kind } from './kind.js';

// Comments, contract §3.6 and §3.7, and their reports, §3.8.

/** The avatar hash under the name that clients read and under the one in the spec. */
export const avatar: readonly Field[] = [
  ['gravatar_hash', 'hash', 'verbose'],
  ['avatar_hash', 'hash', 'verbose'],
];

export const talkComment: Kind = {
  section: '3.6',
  root: 'comments',
  fields: [
    ['rating', 'integer'],
    ['comment', 'text'],
    ['user_display_name', 'text'],
    ['username', 'text?'],
    ['talk_title', 'text'],
    ['source', 'text', 'verbose'],
    ['created_date', 'date'],
    ...avatar,
    ['uri', '/talk_comments/#'],
    ['verbose_uri', '/talk_comments/#?verbose=yes'],
    ['talk_uri', '/talks/*'],
    ['talk_comments_uri', '/talks/*/comments'],
    ['reported_uri', '/talk_comments/#/reported'],
    ['user_uri', '/users/*', 'maybe'],
  ],
};

export const eventComment: Kind = {
  section: '3.7',
  root: 'comments',
  fields: [
    ['rating', 'integer?'],
    ['comment', 'text'],
    ['source', 'text', 'verbose'],
    ['created_date', 'date'],
    ...avatar,
    ['user_display_name', 'text'],
    ['username', 'text', 'maybe'],
    ['user_uri', '/users/*', 'maybe'],
    ['comment_uri', '/event_comments/#'],
    ['verbose_comment_uri', '/event_comments/#?verbose=yes'],
    ['event_uri', '/events/*'],
    ['event_comments_uri', '/events/*/comments'],
    ['reported_uri', '/event_comments/#/reported'],
  ],
};

/** @param talk whether the comment is on a talk */
const report = (talk: boolean): Kind => ({
  section: '3.8',
  root: 'reports',
  inside: { comment: talk ? 'talk comment' : 'event comment' },
  fields: [
    ['reporting_date', 'date'],
    ['decision', 'text?'],
    ['deciding_date', 'date?'],
    ['reporting_user_username', 'text?'],
    ['deciding_user_username', 'text?'],
    ['comment', 'object'],
    ['reporting_user_uri', '/users/*', 'maybe'],
    ['deciding_user_uri', '/users/*', 'maybe'],
    ['event_uri', '/events/*'],
    ...(talk ? [['talk_uri', '/talks/*'] as const] : []),
  ],
});

export const talkReport = report(true);
export const eventReport = report(false);
