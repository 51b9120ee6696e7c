import { isRecord } from './value.js';
import type { View } from './view.js';

/** Members that contain the name of a record, by priority. */
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
/** Members that contain the URL of a record or of its account. */
const addresses = ['uri', 'comment_uri', 'client_uri', 'token_uri', 'host_uri', 'speaker_uri'];

/** Returns the name of a record, or undefined. */
export function nameOf(record: unknown): string | undefined {
  return firstText(record, names);
}

/** Returns the URL of a record, or undefined. */
export function addressOf(record: unknown): string | undefined {
  return firstText(record, addresses);
}

function firstText(record: unknown, members: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  return members.map((member) => record[member]).find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
}

/** Heading of a v2.1 path: `Talk comments` for `/v2.1/events/7/talk_comments/`. */
export function headingOf({ path, productName }: View): string {
  const word = path
    .split('/')
    .filter((step) => !/^\d*$/.test(step))
    .at(-1);
  if (word === undefined || word === 'v2.1') return productName;
  return (word[0] ?? '').toUpperCase() + word.slice(1).replaceAll('_', ' ');
}
