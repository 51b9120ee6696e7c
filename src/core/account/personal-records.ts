/**
 * Outcome for rows when the person is erased: deleted, retained without the person, or retained with the person's data
 * cleared.
 */
type ErasureEffect = 'deleted' | 'anonymous' | 'emptied';

/** Rows about a person in addition to the account itself. */
export interface PersonalRecords {
  readonly table: string;
  /** SQL condition that joins a row `r` of the table to the account `u`. */
  readonly condition: string;
  /**
   * Columns of the personal data export, without data about other people and without secrets. The first two define the
   * order.
   */
  readonly columns: readonly [string, string, ...string[]];
  /** Applied by `eraseUser`, by the foreign keys and by a trigger of the tables. */
  readonly afterwards: ErasureEffect;
}

const comment = ['id', 'event_id', 'rating', 'comment', 'source', 'is_hidden', 'is_unchecked', 'created_at'] as const;
const application = [
  ...['id', 'name', 'description', 'callback_url', 'consumer_key', 'may_use_password_grant', 'is_first_party'],
  ...['tokens_are_revocable', 'token_idle_days', 'created_at'],
] as const;
const claim = ['id', 'event_id', 'talk_id', 'speaker_id', 'created_at', 'claimed_at', 'assigned_at'] as const;
const report = [
  'id',
  'event_id',
  'event_comment_id',
  'talk_comment_id',
  'created_at',
  'decision',
  'decided_at',
] as const;

/** All rows that refer to an account, by the names that an operator reads. */
export const personalRecords = {
  hostedEvents: {
    table: 'event_hosts',
    condition: 'r.user_id = u.id',
    columns: ['event_id', 'created_at'],
    afterwards: 'deleted',
  },
  eventsWithContact: {
    table: 'events',
    condition: `(lower(r.contact_email) = lower(u.email) or r.contact_name = u.full_name
      and exists (select from event_hosts h where h.event_id = r.id and h.user_id = u.id))`,
    columns: ['id', 'name', 'contact_name', 'contact_email'],
    afterwards: 'emptied',
  },
  reviewedEvents: {
    table: 'events',
    condition: 'r.reviewer_id = u.id',
    columns: ['id', 'name', 'status', 'reviewed_at', 'rejection_reason'],
    afterwards: 'anonymous',
  },
  attendedEvents: {
    table: 'event_attendees',
    condition: 'r.user_id = u.id',
    columns: ['event_id', 'created_at'],
    afterwards: 'deleted',
  },
  talks: {
    table: 'talk_speakers',
    condition: 'r.user_id = u.id',
    columns: ['id', 'event_id', 'talk_id', 'display_name'],
    afterwards: 'anonymous',
  },
  speakerClaims: { table: 'speaker_claims', condition: 'r.user_id = u.id', columns: claim, afterwards: 'deleted' },
  claimsForOthers: {
    table: 'speaker_claims',
    condition: 'r.submitted_by_id = u.id and r.user_id <> u.id',
    columns: claim,
    afterwards: 'anonymous',
  },
  stars: {
    table: 'talk_stars',
    condition: 'r.user_id = u.id',
    columns: ['event_id', 'talk_id', 'created_at'],
    afterwards: 'deleted',
  },
  eventComments: {
    table: 'event_comments',
    condition: 'r.user_id = u.id',
    columns: [...comment, 'author_name'],
    afterwards: 'anonymous',
  },
  talkComments: {
    table: 'talk_comments',
    condition: 'r.user_id = u.id',
    columns: [...comment, 'talk_id', 'is_private', 'edited_at'],
    afterwards: 'anonymous',
  },
  reports: { table: 'comment_reports', condition: 'r.reporter_id = u.id', columns: report, afterwards: 'anonymous' },
  decidedReports: {
    table: 'comment_reports',
    condition: 'r.decided_by_id = u.id',
    columns: report,
    afterwards: 'anonymous',
  },
  applications: {
    table: 'applications',
    condition: 'r.user_id = u.id and not r.is_first_party',
    columns: application,
    afterwards: 'deleted',
  },
  applicationsOfTheService: {
    table: 'applications',
    condition: 'r.user_id = u.id and r.is_first_party',
    columns: application,
    afterwards: 'anonymous',
  },
  accessTokens: {
    table: 'access_tokens',
    condition: 'r.user_id = u.id',
    columns: ['id', 'application_id', 'created_at', 'last_used_at', 'expires_at'],
    afterwards: 'deleted',
  },
  mailedLinks: {
    table: 'account_tokens',
    condition: 'r.user_id = u.id',
    columns: ['id', 'purpose', 'created_at', 'expires_at'],
    afterwards: 'deleted',
  },
  emailChanges: {
    table: 'email_changes',
    condition: 'r.user_id = u.id',
    columns: ['new_email', 'created_at', 'expires_at', 'confirmed_at', 'authorised_at'],
    afterwards: 'deleted',
  },
  repeatableRequests: {
    table: 'idempotency_keys',
    condition: 'r.user_id = u.id',
    columns: ['key', 'fingerprint', 'answer', 'created_at'],
    afterwards: 'deleted',
  },
} as const satisfies Readonly<Record<string, PersonalRecords>>;

export type PersonalRecordsName = keyof typeof personalRecords;

/** Columns of `users` in the personal data export; the password hash is excluded. */
export const accountColumns: PersonalRecords['columns'] = [
  'id',
  'username',
  ...['full_name', 'email', 'biography', 'twitter_username', 'avatar_hash', 'random_avatar_hash'],
  ...['is_active', 'is_verified', 'is_admin', 'is_trusted', 'last_login_at', 'created_at'],
];
