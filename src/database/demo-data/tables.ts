/** The columns that demo data fills, with their types; `?` marks those that may be null. PostgreSQL fills in the others. */

type Base = 'bigint' | 'integer' | 'smallint' | 'float8' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';
type ColumnType = Base | `${Base}?`;
export type Columns = Readonly<Record<string, ColumnType>>;

export const tableColumns = {
  users: {
    id: 'bigint',
    username: 'text',
    full_name: 'text',
    email: 'text',
    password_hash: 'text?',
    biography: 'text?',
    twitter_username: 'text?',
    is_verified: 'boolean',
    is_admin: 'boolean',
    is_trusted: 'boolean',
    created_at: 'timestamptz',
  },
  applications: {
    user_id: 'bigint',
    name: 'text',
    description: 'text',
    consumer_key: 'text',
    consumer_secret_encrypted: 'text',
    may_use_password_grant: 'boolean',
    is_first_party: 'boolean',
    created_at: 'timestamptz',
  },
  events: {
    id: 'bigint',
    name: 'text',
    slug: 'text',
    description: 'text',
    location: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    time_zone: 'text',
    stub: 'text?',
    href: 'text?',
    icon: 'text?',
    hashtag: 'text?',
    latitude: 'float8?',
    longitude: 'float8?',
    contact_name: 'text?',
    contact_email: 'text?',
    cfp_starts_at: 'timestamptz?',
    cfp_ends_at: 'timestamptz?',
    cfp_url: 'text?',
    status: 'text',
    is_private: 'boolean',
    reviewer_id: 'bigint?',
    reviewed_at: 'timestamptz?',
    rejection_reason: 'text?',
    tags: 'text[]',
    images: 'jsonb',
    created_at: 'timestamptz',
  },
  event_hosts: { event_id: 'bigint', user_id: 'bigint', created_at: 'timestamptz' },
  event_attendees: { event_id: 'bigint', user_id: 'bigint', created_at: 'timestamptz' },
  tracks: { id: 'bigint', event_id: 'bigint', name: 'text', description: 'text', color: 'text?' },
  talks: {
    id: 'bigint',
    event_id: 'bigint',
    title: 'text',
    slug: 'text',
    description: 'text',
    talk_type_id: 'bigint',
    language_id: 'bigint',
    starts_at: 'timestamptz',
    duration_minutes: 'integer',
    stub: 'text',
    created_at: 'timestamptz',
  },
  talk_tracks: { event_id: 'bigint', talk_id: 'bigint', track_id: 'bigint' },
  talk_speakers: { id: 'bigint', event_id: 'bigint', talk_id: 'bigint', display_name: 'text', user_id: 'bigint?' },
  speaker_claims: {
    event_id: 'bigint',
    talk_id: 'bigint',
    speaker_id: 'bigint',
    user_id: 'bigint',
    submitted_by_id: 'bigint?',
    created_at: 'timestamptz',
    claimed_at: 'timestamptz?',
    assigned_at: 'timestamptz?',
  },
  talk_links: { event_id: 'bigint', talk_id: 'bigint', kind: 'text', url: 'text', created_at: 'timestamptz' },
  talk_stars: { event_id: 'bigint', talk_id: 'bigint', user_id: 'bigint', created_at: 'timestamptz' },
  event_comments: {
    id: 'bigint',
    event_id: 'bigint',
    user_id: 'bigint?',
    author_name: 'text?',
    rating: 'smallint?',
    comment: 'text',
    source: 'text?',
    is_hidden: 'boolean',
    digest: 'text?',
    created_at: 'timestamptz',
  },
  talk_comments: {
    id: 'bigint',
    event_id: 'bigint',
    talk_id: 'bigint',
    user_id: 'bigint?',
    rating: 'smallint',
    comment: 'text',
    source: 'text?',
    is_hidden: 'boolean',
    digest: 'text?',
    created_at: 'timestamptz',
  },
  comment_reports: {
    event_id: 'bigint',
    event_comment_id: 'bigint?',
    talk_comment_id: 'bigint?',
    reporter_id: 'bigint?',
    created_at: 'timestamptz',
    decision: 'text?',
    decided_by_id: 'bigint?',
    decided_at: 'timestamptz?',
  },
} as const satisfies Readonly<Record<string, Columns>>;

export type TableName = keyof typeof tableColumns;

type Value<Type> = Type extends `${infer Given extends Base}?`
  ? Value<Given> | null
  : Type extends 'boolean'
    ? boolean
    : Type extends 'bigint' | 'integer' | 'smallint' | 'float8'
      ? number
      : string;

/** One row to insert: times are ISO 8601 texts, `jsonb` is JSON text, a list is what `textArray` makes of it. */
export type TableRow<Name extends TableName> = {
  readonly [Column in keyof (typeof tableColumns)[Name]]: Value<(typeof tableColumns)[Name][Column]>;
};

/** A list of texts as PostgreSQL writes an array. */
export function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
