/** A step of a migration that removes something that no running Lectern uses any more. */
interface DeclaredStep {
  readonly migration: string;
  /** In the words of the test. */
  readonly step: string;
  /** The release since which it is unused, or why it is harmless. */
  readonly reason: string;
}

const LOCAL_TIMES = '20261210-local-times';
const VERIFIED_WEBHOOKS = '20261217-verified-webhooks';
/** About a second for a million rows; the tables are locked for the migration anyway. */
const SHORT = 'builds within seconds, while the migration has locked the tables';

/** In the order of the migrations; emptied at a release, when they are recorded. */
export const declaredSteps: readonly DeclaredStep[] = [
  {
    migration: LOCAL_TIMES,
    step: 'drop function public.call_closes_at(timestamptz, text): is still used',
    reason: '1.0.0 uses it only through the generated column, whose expression the migration drops first',
  },
  {
    migration: LOCAL_TIMES,
    step: 'create index events_zone_rules_index on events (zone_rules, (greatest(starts_at, ends_at, cfp_starts_at, cfp_ends_at))): blocks writes while it runs',
    reason: SHORT,
  },
  {
    migration: LOCAL_TIMES,
    step: 'create index talks_zone_rules_index on talks (zone_rules, starts_at): blocks writes while it runs',
    reason: SHORT,
  },
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
  {
    migration: '20261215-event-cancellations',
    step: 'create index event_comments_parents_index on event_comments (event_id): blocks writes while it runs',
    reason: 'Takes less than a second for a million comments.',
  },
  {
    migration: VERIFIED_WEBHOOKS,
    step: 'create index webhooks_unverified_index on webhooks (id) where disabled_at is null and pinged_url is distinct from url and verified_url is distinct from url: blocks writes while it runs',
    reason: 'There are at most 20 webhooks per event.',
  },
  {
    migration: VERIFIED_WEBHOOKS,
    step: 'create index webhook_deliveries_held_index on webhook_deliveries (webhook_id, created_at, id) where is_held and next_attempt_at is not null: blocks writes while it runs',
    reason: 'No delivery is held yet.',
  },
  {
    migration: VERIFIED_WEBHOOKS,
    step: 'create index webhook_deliveries_listed_index on webhook_deliveries (webhook_id, created_at, id): blocks writes while it runs',
    reason: 'Takes a second per million deliveries, which are stored for 7 days; only the sending of webhooks waits.',
  },
];
