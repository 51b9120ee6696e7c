import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Language } from './language.entity.js';
import { TalkType } from './talk-type.entity.js';

/** Any session of an event. Triggers maintain the counters; the average rating is `ratingSum / ratingCount`. */
export const Talk = defineEntity({
  name: 'Talk',
  tableName: 'talks',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    title: p.text(),
    slug: p.text(),
    description: p.text(),
    talkType: p.manyToOne(TalkType),
    language: p.manyToOne(Language),
    startsAt: p.datetime(),
    durationMinutes: p.integer().default(0),
    stub: p.text(),
    commentCount: p.integer().default(0),
    ratingCount: p.integer().default(0),
    ratingSum: p.integer().default(0),
    starCount: p.integer().default(0),
    searchTitle: p.text().$type<Opt<string>>().generated('public.search_text(title) stored'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
