import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Talk } from './talk.entity.js';
import { User } from './user.entity.js';

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
  },
});
