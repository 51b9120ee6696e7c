/** A step of a migration that removes something that no running Lectern uses any more. */
interface DeclaredStep {
  readonly migration: string;
  /** In the words of the test. */
  readonly step: string;
  /** The release since which it is unused, or why it is harmless. */
  readonly reason: string;
}

/** In the order of the migrations; emptied at a release, when they are recorded. */
export const declaredSteps: readonly DeclaredStep[] = [
  {
    migration: '20261125-event-tags',
    step: "create index events_very_long_index on events (starts_at, id, ends_at) where is_public and ends_at - starts_at > interval '': blocks writes while it runs",
    reason: 'The migration fills event_tags, which blocks writes of events for longer; the index contains few events.',
  },
  {
    migration: '20261129-schedules',
    step: 'alter table talks add constraint talks_event_id_guid_key unique (event_id, guid): may still be broken',
    reason: 'Older versions leave the GUID to its random default.',
  },
  {
    migration: '20261129-schedules',
    step: 'create index talks_guid_index on talks (guid, id): blocks writes while it runs',
    reason: 'The migration adds the column with a random default, which blocks the table for longer.',
  },
  {
    migration: '20261202-grants',
    step: 'create index access_tokens_grant_index on access_tokens (grant_id) where grant_id is not null: blocks writes while it runs',
    reason: 'No row has a grant yet: the index is built by one scan of a small table.',
  },
  {
    migration: '20261202-grants',
    step: 'alter table authorization_codes drop column token_id: is still used',
    reason: 'No release has authorization codes.',
  },
  {
    migration: '20261206-own-account',
    step: 'create index users_deletion_index on users (deletion_at) where deletion_at is not null: blocks writes while it runs',
    reason: 'No row has the new column yet: the index is built by one scan of the users.',
  },
  {
    migration: '20261207-feedback-policy',
    step: "create index events_feedback_times_index on events (id) where reveal_after_hours is not null or feedback_opens = '': blocks writes while it runs",
    reason: 'No event has a policy yet: the index is built by one scan of the events.',
  },
  ...['event_comments', 'talk_comments'].map((table) => ({
    migration: '20261207-feedback-policy',
    step: `create index ${table}_reported_index on ${table} (event_id, created_at, id) where is_hidden: blocks writes while it runs`,
    reason: 'Few comments are hidden by a report: the index is built by one scan.',
  })),
];
