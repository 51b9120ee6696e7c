import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Talk } from './talk.entity.js';
import { User } from './user.entity.js';

/** The star of a user on a talk. */
export const TalkStar = defineEntity({
  name: 'TalkStar',
  tableName: 'talk_stars',
  properties: {
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
