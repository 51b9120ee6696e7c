import { number } from '../openapi/json-schema.js';
import { record } from '../record/record.js';
import { link, of, verbose } from '../record/rows.js';

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
