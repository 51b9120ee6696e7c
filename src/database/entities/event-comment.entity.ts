import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { User } from './user.entity.js';

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
  },
});
