import { defineEntity, p } from '@mikro-orm/core';

/** A language in which talks are given (spec §4.5). */
export const Language = defineEntity({
  name: 'Language',
  tableName: 'languages',
  properties: { id: p.bigint('string').primary(), name: p.text(), code: p.text() },
});
