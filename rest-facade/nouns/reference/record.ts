import { text } from '../../wire/json-schema.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of } from '../../table/rows.js';
import { typeNote, typeWord } from '../talk/record.js';

/** Contract §3.10. */
export const languageRecord = record('Language', {
  name: of('name'),
  code: of('code'),
  uri: link('/languages/{id}', 'This language.'),
  verbose_uri: link('/languages/{id}?verbose=yes', 'This language; languages have no verbose form.'),
});

/** Contract §3.10. */
export const talkTypeRecord = record(
  'TalkTypeEntry',
  {
    title: of('type', typeWord, { schema: text, note: typeNote }),
    description: of('description'),
    uri: link('/talk_types/{id}', 'This talk type.'),
    verbose_uri: link('/talk_types/{id}?verbose=yes', 'This talk type; talk types have no verbose form.'),
  },
  'TalkType',
);
