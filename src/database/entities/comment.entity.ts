import { defineEntity, p } from '@mikro-orm/core';
import { Event, namePolicies } from './event.entity.js';
import { User } from './user.entity.js';
import { Talk } from './talk.entity.js';

/**
 * `authorCounts`: whether ratings of the author count; a trigger maintains it (migration 20261219-counting-authors).
 * `namesPolicy` is the policy of the event when the comment was written. The `createdAt` of a comment with a hidden name
 * is the midnight before; `postedAt` is its exact time, and null for all other comments.
 */
const privacy = {
  authorCounts: p.boolean().default(true),
  namesPolicy: p.enum(namePolicies).default('PUBLIC'),
  isNameHidden: p.boolean().default(false),
  postedAt: p.datetime().nullable(),
};

/**
 * A comment on an event. `digest` identifies duplicates; imported rows may have none. `isUnchecked`: the spam check
 * gave no result when the comment was created.
 */
export const EventComment = defineEntity({
  name: 'EventComment',
  tableName: 'event_comments',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    user: p.manyToOne(User).nullable(),
    authorName: p.text().nullable(),
    rating: p.smallint().nullable(),
    comment: p.text(),
    source: p.text().nullable(),
    isHidden: p.boolean().default(false),
    digest: p.text().nullable(),
    isUnchecked: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    editedAt: p.datetime().nullable(),
    ...privacy,
  },
});

/**
 * A comment on a talk. `digest` identifies duplicates; imported rows may have none. `isUnchecked`: the spam check gave
 * no result when the comment was created.
 */
export const TalkComment = defineEntity({
  name: 'TalkComment',
  tableName: 'talk_comments',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    user: p.manyToOne(User).nullable(),
    rating: p.smallint().default(0),
    comment: p.text(),
    source: p.text().nullable(),
    isPrivate: p.boolean().default(false),
    isHidden: p.boolean().default(false),
    digest: p.text().nullable(),
    isUnchecked: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    editedAt: p.datetime().nullable(),
    ...privacy,
  },
});

export const reportDecisions = ['UPHELD', 'REJECTED'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** A report of one comment, on an event or on a talk. Upheld: the comment stays hidden. */
export const CommentReport = defineEntity({
  name: 'CommentReport',
  tableName: 'comment_reports',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    eventComment: p.manyToOne(EventComment).nullable(),
    talkComment: p.manyToOne(TalkComment).nullable(),
    reporter: p.manyToOne(User).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    decision: p.enum(reportDecisions).nullable(),
    decidedBy: p.manyToOne(User).nullable(),
    decidedAt: p.datetime().nullable(),
  },
});
