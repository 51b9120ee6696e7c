import { inDocuments, inMeta, isObject, member, refuse, search, without } from './broken.js';
import type { Change } from './front.js';

const NONE = /^\/v2\.1\/(users|events|talks)\/(2000000000|x)/;

/** Differences of the original service (contract §1, §3, §8), one by one. */
const ways: readonly Change[] = [
  inMeta((meta, wire) => {
    if (!('this_page' in meta) || search(wire).has('start') || search(wire).get('filter') === 'all') return;
    meta['this_page'] = String(meta['this_page']).replace(/([?&])start=0&/, '$1');
  }),
  without('avatar_hash'),
  { asks: ({ url, headers }) => ({ url: url.replace('filter=cfps', 'filter=none'), headers }) },
  member('images', (images) => (isObject(images) && Object.keys(images).length === 0 ? [] : images)),
  member('type', (word) => (word === 'Social' ? 'Social event' : word)),
  member('user_display_name', (name) => name || null),
  member('icon', (icon) => icon || null),
  member('slides_link', (link) => link || null),
  member('source', (source) => source || null),
  member('description', () => 1000),
  member('talk_media', (media) => (Array.isArray(media) && media.length === 0 ? null : media)),
  member('event_comments_count', (count) => Number(count) + 2),
  {
    answers(wire) {
      if (wire.method === 'HEAD' || wire.method === 'OPTIONS') refuse(wire, 405, 'Method not supported');
      delete wire.headers['allow'];
      if (wire.url === '/v2.1/languages/') refuse(wire, 404, 'Language not found');
      if (search(wire).get('filter') === 'pending') refuse(wire, 400, 'You must be logged in to view pending events');
      if (search(wire).get('start') === '-1') refuse(wire, 500, 'Database error');
      if (wire.status === 404 && NONE.test(wire.url)) {
        wire.status = 200;
        wire.text = '{"events":[],"meta":{"count":0,"total":0}}';
      }
      const header = wire.headers['www-authenticate'];
      if (header !== undefined) wire.headers['www-authenticate'] = header.replace(/^(Bearer realm="[^"]*)".*$/, '$1');
    },
  },
  inMeta((meta, wire) => {
    if (search(wire).get('resultsperpage') === '0') meta['next_page'] = meta['this_page'];
  }),
  inMeta((meta, { request, url }) => {
    if (request['authorization']?.includes('not-a-token')) meta['user_uri'] = `${url}/v2.1/users/0`;
  }),
  inDocuments((document, { url }) => {
    if (/\/speakers(\?|$)/.test(url)) delete document['speakers'];
  }),
  {
    answers(wire) {
      if (!search(wire).has('callback')) return;
      wire.headers['content-type'] = 'application/json; charset=utf8';
      delete wire.headers['x-content-type-options'];
      wire.text = wire.text.replace(/^\/\*\*\//, '');
    },
  },
];

/** All differences together. */
export const original: Change = {
  asks: (question) => ways.reduce((now, { asks }) => asks?.(now) ?? now, question),
  answers: (wire) => {
    for (const { answers } of ways) answers?.(wire);
  },
};
