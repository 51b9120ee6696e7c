import { avatar } from './comment.js';
import type { Kind } from './kind.js';

// The user, contract §3.9; tokens and applications, §2.3 and §2.4.

export const user: Kind = {
  section: '3.9',
  root: 'users',
  fields: [
    ['username', 'text'],
    ['full_name', 'text'],
    ['biography', 'text?', 'normal'],
    ['twitter_username', 'text?'],
    ['biography', 'text?', 'verbose'],
    ['trusted', 'flag', 'verbose'],
    ...avatar,
    ['email', 'text', 'verbose, maybe'],
    ['admin', 'flag', 'verbose, maybe'],
    ['uri', '/users/#'],
    ['verbose_uri', '/users/#?verbose=yes'],
    ['website_uri', 'address'],
    ['talks_uri', '/users/#/talks/'],
    ['attended_events_uri', '/users/#/attended/'],
    ['hosted_events_uri', '/users/#/hosted/'],
    ['talk_comments_uri', '/users/#/talk_comments/'],
    ['can_edit', 'boolean', 'verbose, maybe'],
  ],
};

export const token: Kind = {
  section: '2.3',
  root: 'tokens',
  fields: [
    ['token', 'integer'],
    ['application', 'text?'],
    ['created_date', 'date'],
    ['last_used_date', 'date?'],
    ['application_owner', 'text?'],
    ['token_uri', '/token/#'],
  ],
};

export const client: Kind = {
  section: '2.4',
  root: 'clients',
  fields: [
    ['consumer_key', 'text'],
    ['created_date', 'date'],
    ['application', 'text?'],
    ['description', 'text?'],
    ['callback_url', 'text?'],
    ['consumer_secret', 'text', 'verbose'],
    ['user_id', 'integer', 'verbose'],
    ['client_uri', '/applications/#'],
  ],
};
