import type { Kind } from './kind.js';

// Reference data, contract §3.10.

export const language: Kind = {
  section: '3.10',
  root: 'languages',
  fields: [
    ['name', 'text'],
    ['code', 'text'],
    ['uri', '/languages/#'],
    ['verbose_uri', '/languages/#?verbose=yes'],
  ],
};

export const talkType: Kind = {
  section: '3.10',
  root: 'talk_types',
  fields: [
    ['title', 'talk type'],
    ['description', 'text'],
    ['uri', '/talk_types/#'],
    ['verbose_uri', '/talk_types/#?verbose=yes'],
  ],
};
