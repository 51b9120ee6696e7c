/** Collections of v2.1 whose records are GraphQL types. */
const types = {
  events: 'Event',
  talks: 'Talk',
  tracks: 'Track',
  event_comments: 'EventComment',
  talk_comments: 'TalkComment',
  users: 'User',
  languages: 'Language',
} as const;

const RECORD = /^(?:https?:\/\/[^/?#]+)?\/v2\.1\/([a-z_]+)\/(\d{1,16})\/?(?:[?#].*)?$/;

/** Parses the `uri` of a v2.1 record; returns null for any other URL. */
export function resourceOf(uri: string): { type: (typeof types)[keyof typeof types]; id: string } | null {
  const [, collection = '', id = ''] = RECORD.exec(uri) ?? [];
  const type = Object.entries(types).find(([name]) => name === collection)?.[1];
  return type ? { type, id } : null;
}
