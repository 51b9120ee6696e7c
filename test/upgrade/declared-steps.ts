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
    migration: '20261214-username-keys',
    step: 'create index users_username_key_index on users (public.username_key(username)): blocks writes while it runs',
    reason: 'Takes a second per 100 000 accounts, and only writes to accounts wait.',
  },
  {
    migration: '20261215-event-cancellations',
    step: 'create index talk_comments_parents_index on talk_comments (event_id, talk_id): blocks writes while it runs',
    reason: 'Takes less than a second for a million comments.',
  },
];
