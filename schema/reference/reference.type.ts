import { languageConnection, talkTypeConnection } from '../../src/core/reads/connection.js';
import { field } from '../fields.js';
import { pagedQuery, pageRequest } from '../paging.js';
import { lookup, queries } from '../root-fields.js';
import { SessionType } from '../talk/talk.type.js';
import { computed, objectType } from '../object-type.js';
import { tagsOfLanguage } from '../../src/core/talk/language-tags.js';

objectType('Language', 'A language in which talks are given.', {
  id: field.id('Numeric ID of the language, as in `/v2.1/languages/{id}`.'),
  name: field.string('Unique name of the language, such as `English - UK`.'),
  code: field.string('Short code, such as `uk`. Not an ISO 639 code: see `tag`.'),
  tag: computed(
    field.string('Language tag of RFC 5646, such as `en`.'),
    ({ code }: { readonly code: string }) => tagsOfLanguage(code)[0],
  ),
});

objectType('TalkTypeEntry', 'A talk type with its ID and description.', {
  id: field.id('Numeric ID of the talk type, as in `/v2.1/talk_types/{id}`.'),
  type: field.of(() => SessionType, 'The enum value of the talk type.'),
  description: field.string('Description of the talk type.'),
});

export const referenceQueries = queries({
  language: lookup('Language', 'language', 'Look up a language by ID. Returns null if it does not exist.'),
  languages: pagedQuery(
    'Language',
    'Languages in which talks can be given, ordered by name.',
    {},
    ({ reads, maxPageSize }, args) => languageConnection(reads, pageRequest(args, maxPageSize)),
  ),
  talkType: lookup('TalkTypeEntry', 'talkType', 'Look up a talk type by ID. Returns null if it does not exist.'),
  talkTypes: pagedQuery(
    'TalkTypeEntry',
    'Talk types with their descriptions, ordered by ID.',
    {},
    ({ reads, maxPageSize }, args) => talkTypeConnection(reads, pageRequest(args, maxPageSize)),
  ),
});
