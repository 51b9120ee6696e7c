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
  /** Number of rows to read at a time. A row has at most one long text, unless it is a stored response. */
  readonly batchSize: number;
  /** Applied by `eraseUser`, by the foreign keys and by a trigger of the tables. */
  readonly afterwards: ErasureEffect;
}

const comment = [
  ...['id', 'event_id', 'rating', 'comment', 'source', 'is_hidden', 'is_unchecked', 'created_at', 'edited_at'],
  ...['names_policy', 'is_name_hidden', 'posted_at', 'author_counts'],
] as const;
const application = [
  ...['id', 'name', 'description', 'callback_url', 'consumer_key', 'may_use_password_grant', 'is_first_party'],
  ...['is_public', 'redirect_uris'],
  ...['tokens_are_revocable', 'token_idle_days', 'created_at'],
] as const;
const login = [
  ...['id', 'application_id', 'grant_id', 'scopes', 'redirects_to', 'created_at', 'expires_at', 'redeemed_at'],
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

/** The comments of an account. `r` is a row that refers to a comment. */
const aboutOwnComments = `(r.talk_comment_id in (select id from talk_comments where user_id = u.id)
  or r.event_comment_id in (select id from event_comments where user_id = u.id))`;
const disclosure = ['id', 'event_id', 'event_comment_id', 'talk_comment_id', 'reason', 'disclosed_at'] as const;

const rowsOf = (
  table: string,
  afterwards: ErasureEffect,
  columns: PersonalRecords['columns'],
  condition = 'r.user_id = u.id',
): PersonalRecords => ({ table, condition, columns, afterwards, batchSize: 100 });

/** All rows that refer to an account, by the names that an operator reads. */
export const personalRecords = {
  hostedEvents: rowsOf('event_hosts', 'deleted', ['event_id', 'created_at']),
  eventsWithContact: rowsOf(
    'events',
    'emptied',
    ['id', 'name', 'contact_name', 'contact_email'],
    `(lower(r.contact_email) = lower(u.email) or r.contact_name = u.full_name
      and exists (select from event_hosts h where h.event_id = r.id and h.user_id = u.id))`,
  ),
  reviewedEvents: rowsOf(
    'events',
    'anonymous',
    ['id', 'name', 'status', 'reviewed_at', 'rejection_reason'],
    'r.reviewer_id = u.id',
  ),
  attendedEvents: rowsOf('event_attendees', 'deleted', ['event_id', 'created_at']),
  talks: rowsOf('talk_speakers', 'anonymous', ['id', 'event_id', 'talk_id', 'display_name']),
  speakerClaims: rowsOf('speaker_claims', 'deleted', claim),
  claimsForOthers: rowsOf('speaker_claims', 'anonymous', claim, 'r.submitted_by_id = u.id and r.user_id <> u.id'),
  stars: rowsOf('talk_stars', 'deleted', ['event_id', 'talk_id', 'created_at']),
  eventComments: rowsOf('event_comments', 'anonymous', [...comment, 'author_name']),
  talkComments: rowsOf('talk_comments', 'anonymous', [...comment, 'talk_id', 'is_private']),
  commentVersions: rowsOf(
    'comment_versions',
    'deleted',
    ['id', 'event_id', 'event_comment_id', 'talk_comment_id', 'comment', 'replaced_at'],
    aboutOwnComments,
  ),
  disclosures: rowsOf('author_disclosures', 'anonymous', disclosure, aboutOwnComments),
  disclosedAuthors: rowsOf('author_disclosures', 'anonymous', disclosure, 'r.host_id = u.id'),
  sharedFeedback: rowsOf('shared_feedback', 'deleted', [
    ...(['id', 'event_id', 'talk_id', 'comment_ids', 'includes_ratings', 'created_at', 'expires_at'] as const),
  ]),
  webhooks: rowsOf('webhooks', 'deleted', [
    ...(['id', 'event_id', 'url', 'kinds', 'description', 'origin', 'previous_secret_until'] as const),
    ...(['start_epoch', 'start_snapshot', 'failing_since', 'disabled_at', 'disabled_reason'] as const),
    ...(['verified_url', 'verified_at', 'verification_error', 'pinged_url', 'created_at'] as const),
  ]),
  reports: rowsOf('comment_reports', 'anonymous', report, 'r.reporter_id = u.id'),
  decidedReports: rowsOf('comment_reports', 'anonymous', report, 'r.decided_by_id = u.id'),
  applications: rowsOf('applications', 'deleted', application, 'r.user_id = u.id and not r.is_first_party'),
  applicationsOfTheService: rowsOf('applications', 'anonymous', application, 'r.user_id = u.id and r.is_first_party'),
  accessTokens: rowsOf('access_tokens', 'deleted', [
    'id',
    'application_id',
    'grant_id',
    'scopes',
    'created_at',
    'last_used_at',
    'expires_at',
  ]),
  grants: rowsOf('grants', 'deleted', ['id', 'application_id', 'scopes', 'created_at', 'expires_at']),
  refreshTokens: rowsOf(
    'refresh_tokens',
    'deleted',
    ['id', 'grant_id', 'created_at', 'used_at'],
    'r.grant_id in (select id from grants where user_id = u.id)',
  ),
  logins: rowsOf('authorization_codes', 'deleted', login),
  mailedLinks: rowsOf('account_tokens', 'deleted', ['id', 'purpose', 'created_at', 'expires_at']),
  emailChanges: rowsOf('email_changes', 'deleted', [
    'new_email',
    'created_at',
    'expires_at',
    'confirmed_at',
    'authorised_at',
  ]),
  feedbackNotices: rowsOf('feedback_notices', 'deleted', ['talk_id', 'mailed_at']),
  pendingFeedback: rowsOf('pending_feedback', 'deleted', ['talk_comment_id', 'due_at', 'origin']),
  dataExports: rowsOf('account_exports', 'deleted', ['user_id', 'expires_at']),
  calendars: rowsOf('personal_calendars', 'deleted', ['id', 'created_at']),
  repeatableRequests: {
    ...rowsOf('idempotency_keys', 'deleted', ['key', 'fingerprint', 'answer', 'created_at']),
    batchSize: 1,
  },
};

export type PersonalRecordsName = keyof typeof personalRecords;

/** Columns of `users` in the personal data export; the password hash is excluded. */
export const accountColumns: PersonalRecords['columns'] = [
  'id',
  'username',
  ...['full_name', 'email', 'biography', 'twitter_username', 'avatar_hash', 'random_avatar_hash'],
  ...[
    'is_active',
    'is_verified',
    'is_admin',
    'is_trusted',
    'feedback_mails',
    'muted_mails',
    'deletion_at',
    'verify_by',
    'last_login_at',
    'created_at',
  ],
];
