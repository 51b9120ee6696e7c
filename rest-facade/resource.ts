/** The collections of v2.1 whose members are records of the graph. */
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

/** The record that a v2.1 address is the `uri` of; null when it is another kind of address. */
export function resourceOf(uri: string): { type: (typeof types)[keyof typeof types]; id: string } | null {
  const [, collection = '', id = ''] = RECORD.exec(uri) ?? [];
  const type = Object.entries(types).find(([name]) => name === collection)?.[1];
  return type ? { type, id } : null;
}
