import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';

/** A named group of talks inside one event. */
export const Track = defineEntity({
  name: 'Track',
  tableName: 'tracks',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    name: p.text(),
    description: p.text().default(''),
    color: p.text().nullable(),
    talkCount: p.integer().default(0),
  },
});
