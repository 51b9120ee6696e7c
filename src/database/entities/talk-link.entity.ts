import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Talk } from './talk.entity.js';

export const talkLinkKinds = ['SLIDES', 'VIDEO', 'AUDIO', 'CODE', 'EVENT_SITE'] as const;
export type TalkLinkKind = (typeof talkLinkKinds)[number];

/** A link to slides, a recording or code of a talk. The first `SLIDES` link of a talk is its `slides_link`. */
export const TalkLink = defineEntity({
  name: 'TalkLink',
  tableName: 'talk_links',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    kind: p.enum(talkLinkKinds),
    url: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
