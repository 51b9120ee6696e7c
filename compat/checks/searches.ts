import { compared, looked, status, type Check, type Sighting } from '../check.js';
import type { Document, Json } from '../document.js';
import { asking, each, type FilterRow } from './asking.js';

/** A search may match many records besides the expected one. */
const MANY = { resultsperpage: '1000' };

/** Asserts that the list contains the record. */
function includes({ exchange, root, entries }: Document, { uri }: Json): Sighting {
  const found = entries.map(({ record }) => record['uri']);
  return looked(exchange.url, String(root), found.includes(uri), found, `among them ${String(uri)}`);
}

/** ASCII words only: the contract does not define case-insensitivity of other letters. */
const PLAIN_WORDS = /[A-Za-z0-9]+/g;

/** The first record with a word of at least three letters in a member, and its longest word. */
function withWord(records: readonly Json[], member: string): { record: Json; word: string } | undefined {
  for (const record of records) {
    const words = String(record[member]).match(PLAIN_WORDS) ?? [];
    const [word = ''] = [...words].sort((one, other) => other.length - one.length);
    if (typeof record[member] === 'string' && word.length > 2) return { record, word };
  }
  return undefined;
}

/** Normalizes tags like the server: trimmed and in lower case. */
const tagsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((tag) => String(tag).trim().toLowerCase()) : [];

/** Searches by content: contract §3.2, §3.4, §3.9. */
const table: readonly FilterRow[] = [
  [
    '3.2',
    'title= finds events by a part of their name, case-insensitively',
    'an event with a word in its name',
    async function* ({ known }, events) {
      const event = withWord(known('event'), 'name');
      if (!event) return;
      const { record, word } = event;
      const list = await events({ title: word.toUpperCase(), ...MANY });
      yield includes(list, record);
      yield* each(list, 'name', (name) => String(name).toLowerCase().includes(word.toLowerCase()), `… ${word} …`);
    },
  ],
  [
    '3.2',
    'stub= finds the event with that stub',
    'an event with a stub',
    async function* ({ known }, events) {
      const event = known('event').find(({ stub }) => typeof stub === 'string' && stub !== '');
      if (event) yield includes(await events({ stub: String(event['stub']) }), event);
    },
  ],
  [
    '3.2',
    'tags[]= and tags= find events with any of the tags',
    'an event with a tag',
    async function* ({ client, known }, events) {
      const [tag, other = tag] = new Set(known('event').flatMap(({ tags }) => tagsOf(tags)));
      if (tag === undefined || other === undefined) return;
      const one = await events({ tags: tag });
      yield looked(one.exchange.url, 'events', one.entries.length > 0, one.entries.length, 'an event');
      yield* each(one, 'tags', (tags) => tagsOf(tags).includes(tag), `among them ${tag}`);
      const query = [tag, other].map((word) => `tags[]=${encodeURIComponent(word)}`).join('&');
      const either = await asking(client, `/v2.1/events?${query}`, 'event')({});
      const fits = (tags: unknown) => tagsOf(tags).some((word) => word === tag || word === other);
      yield* each(either, 'tags', fits, `among them ${tag} or ${other}`);
      const [some, more] = [one.meta?.['total'], either.meta?.['total']];
      if (some === undefined || more === undefined) return;
      yield looked(either.exchange.url, 'meta.total', Number(more) >= Number(some), more, `at least ${String(some)}`);
    },
  ],
  [
    '3.4',
    '/talks?title= finds talks by a part of their title, case-insensitively',
    'a talk with a word in its title',
    async function* ({ client, known }) {
      const talk = withWord(known('talk'), 'talk_title');
      const talks = asking(client, '/v2.1/talks', 'talk');
      if (talk) yield includes(await talks({ title: talk.word.toLowerCase(), ...MANY }), talk.record);
    },
  ],
  [
    '3.9',
    '/users?username= finds the user, case-insensitively, and returns an empty list for an unknown name',
    'a user',
    async function* ({ client, known }) {
      const users = asking(client, '/v2.1/users', 'user');
      const unknown = await users({ username: 'nobody-has-this-name-at-all' });
      yield status(unknown.exchange, 200);
      yield compared(unknown.exchange.url, 'users', unknown.entries.length, 0);
      const user = known('user').find(({ username }) => /^[\w.-]+$/.test(String(username)));
      if (user) yield includes(await users({ username: String(user['username']).toUpperCase() }), user);
    },
  ],
];

export const searchChecks: readonly Check[] = table.map(([sections, title, needs, look]) => ({
  ...{ sections, title, needs },
  look: (visit) => look(visit, asking(visit.client, '/v2.1/events', 'event')),
}));
