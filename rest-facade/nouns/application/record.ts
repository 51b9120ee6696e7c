import { body, optionalText, text } from '../../table/body.js';
import { number } from '../../wire/json-schema.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of, verbose } from '../../table/rows.js';

/** The client record of contract §2.4, in its member order; only the verbose form contains the secret. */
export const applicationRecord = record('Application', {
  consumer_key: of('consumerKey'),
  created_date: of('createdAt'),
  application: of('name'),
  description: of('description'),
  callback_url: of('callbackUrl'),
  consumer_secret: verbose(of('consumerSecret')),
  user_id: verbose(of('ownerId', Number, { schema: number })),
  client_uri: link('/applications/{id}', 'This application.'),
});

const described = { name: text('name'), description: text('description') };

/** A new application (contract §2.4); absent members are empty. */
export const applicationBody = body({ ...described, callback_url: text('callbackUrl') });

/** A replacement of an application; an absent callback URL preserves the stored one. */
export const applicationReplacementBody = body({ ...described, callback_url: optionalText('callbackUrl') });
