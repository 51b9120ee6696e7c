import { number, orNull, text } from '../openapi/json-schema.js';
import { record } from '../record/record.js';
import { link, of } from '../record/rows.js';

/** The members of contract §2.3, in its order. `token` is the ID, never the secret token. */
export const tokenRecord = record(
  'AccessToken',
  {
    token: of('id', Number, { schema: number, note: 'Not the secret token.' }),
    application: of('application.name', { schema: orNull(text), note: 'Null for tokens without an application.' }),
    created_date: of('createdAt'),
    last_used_date: of('lastUsedAt'),
    application_owner: of('application.owner.fullName', {
      schema: orNull(text),
      note: 'In v2.1 the name of the owner of the application.',
    }),
    token_uri: link('/token/{id}', 'This token; revoked with DELETE.'),
  },
  'Token',
);
