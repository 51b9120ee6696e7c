import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Talk } from './talk.entity.js';
import { User } from './user.entity.js';

/** The name of a speaker on a talk; `user` is the account that claimed it, if any. */
export const TalkSpeaker = defineEntity({
  name: 'TalkSpeaker',
  tableName: 'talk_speakers',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    displayName: p.text(),
    user: p.manyToOne(User).nullable(),
  },
});
