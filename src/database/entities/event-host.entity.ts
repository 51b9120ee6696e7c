import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { User } from './user.entity.js';

/** A user who organises an event, and may therefore edit it (spec §1, event host). */
export const EventHost = defineEntity({
  name: 'EventHost',
  tableName: 'event_hosts',
  properties: {
    event: p.manyToOne(Event).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
