import { number, one, orNull, text as textSchema } from '../../wire/json-schema.js';
import type { WireFields } from '../../wire/fields.js';
import { body, checked, text } from '../../table/body.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of } from '../../table/rows.js';
import { Refusal } from '../../wire/refusal.js';

/** The members of contract §2.3, in its order. `token` is the ID, never the secret token. */
export const tokenRecord = record(
  'AccessToken',
  {
    token: of('id', Number, { schema: number, description: 'Numeric ID of the access token; not the token itself.' }),
    application: of('application.name', {
      schema: orNull(textSchema),
      note: 'Null for tokens without an application.',
    }),
    created_date: of('createdAt'),
    last_used_date: of('lastUsedAt'),
    application_owner: of('application.owner.fullName', {
      schema: orNull(textSchema),
      description: 'Full name of the owner of the application; null if there is none.',
    }),
    token_uri: link('/token/{id}', 'This token; revoked with DELETE.'),
  },
  'Token',
);

/** The body of a login (contract §2.2). */
export const tokenBody = body({
  grant_type: checked(checkGrant, { schema: one('password'), note: 'OAuth grant type.', required: true }),
  username: text('username'),
  password: text('password'),
  client_id: text('clientId'),
  client_secret: text('clientSecret'),
});

/** @throws Refusal 400 in the order of the contract, before any credential is verified */
function checkGrant(fields: WireFields, name: string): void {
  const [grant, username, password] = [name, 'username', 'password'].map((member) => fields.text(member));
  if (!grant) throw new Refusal('FIELD_REQUIRED', 'The field "grant_type" is required');
  if (!username || !password) {
    throw new Refusal('FIELD_REQUIRED', 'The fields "username" and "password" are both required');
  }
  if (grant !== 'password') throw new Refusal('GRANT_UNKNOWN', 'Grant type not recognised');
}
