import { isRecord } from './value.js';
import type { View } from './view.js';

/** The members that name a record, the best first. */
const names = [
  'name',
  'user_display_name',
  'talk_title',
  'track_name',
  'full_name',
  'application',
  'title',
  'display_name',
  'host_name',
  'speaker_name',
];
/** The members that hold a record's own address, or that of the account that it names. */
const addresses = ['uri', 'comment_uri', 'client_uri', 'token_uri', 'host_uri', 'speaker_uri'];

/** The name of a record; undefined for one that has none. */
export function nameOf(record: unknown): string | undefined {
  return firstText(record, names);
}

/** The address of a record; undefined for one that has none of its own. */
export function addressOf(record: unknown): string | undefined {
  return firstText(record, addresses);
}

function firstText(record: unknown, members: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  return members.map((member) => record[member]).find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
}

/** What a path of v2.1 leads to, in words: `Talk comments` for `/v2.1/events/7/talk_comments/`. */
export function headingOf({ path, productName }: View): string {
  const word = path
    .split('/')
    .filter((step) => !/^\d*$/.test(step))
    .at(-1);
  if (word === undefined || word === 'v2.1') return productName;
  return (word[0] ?? '').toUpperCase() + word.slice(1).replaceAll('_', ' ');
}
