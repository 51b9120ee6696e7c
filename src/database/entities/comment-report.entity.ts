import { defineEntity, p } from '@mikro-orm/core';
import { EventComment } from './event-comment.entity.js';
import { Event } from './event.entity.js';
import { TalkComment } from './talk-comment.entity.js';
import { User } from './user.entity.js';

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
