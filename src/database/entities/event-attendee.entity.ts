import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { User } from './user.entity.js';

/** The attendance of a user at an event. */
export const EventAttendee = defineEntity({
  name: 'EventAttendee',
  tableName: 'event_attendees',
  properties: {
    event: p.manyToOne(Event).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
