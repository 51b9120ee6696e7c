import { defineEntity, p } from '@mikro-orm/core';

export const talkKinds = ['TALK', 'SOCIAL_EVENT', 'KEYNOTE', 'WORKSHOP', 'EVENT_RELATED'] as const;
export type TalkKind = (typeof talkKinds)[number];

/** A row of the fixed table of talk types (contract §3.4), with the IDs that `/talk_types/{id}` exposes. */
export const TalkType = defineEntity({
  name: 'TalkType',
  tableName: 'talk_types',
  properties: { id: p.bigint('string').primary(), kind: p.enum(talkKinds), description: p.text().default('') },
});
