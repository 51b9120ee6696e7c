import { DateTime } from 'luxon';
import type { EventStatus } from '../../../../database/entities/event.entity.js';
import type { NewRow } from '../../../../database/insert-batch.js';
import { eventSlugCandidates } from '../../../../core/common/slug.js';
import { withLocalTimes } from '../../../../core/date/local-times.js';
import type { Mark } from '../../report.js';
import { nameRows } from '../../free-names.js';
import type { LegacyRow } from '../source/source.js';
import { copy, type Draft, type World } from '../source/step.js';
import { importedZone } from '../../imported-zone.js';
import { address, decoded, decodedOrNull, degree, instant, isSet, reference, verbatimOrNull } from '../../values.js';

/** Events without the tables that reference them: tags, images and hosts. */
export const events = copy({
  table: 'events',
  into: 'events',
  refers: { users: ['reviewer_id'] },
  convert: (row, { users }, mark, { now }) => {
    const id = Number(row['ID']);
    const name = decoded(row['event_name'], mark, 200).trim();
    if (name === '') mark.repair('an event without a name was named Event <id>');
    const reviewer = reference(row['reviewer_id']);
    if (reviewer !== null && !users.has(reviewer)) mark.repair('its reviewer no longer exists');
    return withLocalTimes({
      id,
      name: name || `Event ${id}`,
      slug: verbatimOrNull(row['url_friendly_name'], mark, 255) ?? '',
      description: decoded(row['event_desc'], mark),
      location: decoded(row['event_loc'], mark),
      ...dates(row, mark),
      time_zone: zone(row, mark),
      stub: verbatimOrNull(row['event_stub'], mark, 30),
      href: address(row['event_href'], mark, 600),
      icon: verbatimOrNull(row['event_icon'], mark),
      hashtag: verbatimOrNull(row['event_hashtag'], mark, 100),
      latitude: degree(row['event_lat'], 90, mark),
      longitude: degree(row['event_long'], 180, mark),
      contact_name: decodedOrNull(row['event_contact_name'], mark, 200),
      contact_email: verbatimOrNull(row['event_contact_email'], mark, 200),
      cfp_starts_at: instant(row['event_cfp_start']),
      cfp_ends_at: instant(row['event_cfp_end']),
      cfp_url: address(row['event_cfp_url'], mark, 200),
      status: statusOf(row),
      is_private: String(row['private'] ?? '').toLowerCase() === 'y',
      reviewer_id: users.has(reviewer) ? reviewer : null,
      // The original stores no date. v2.1 returns null for `pending` only without one (decisions no. 28).
      reviewed_at: isSet(row['pending']) ? null : new Date(now * 1000).toISOString(),
      rejection_reason: decodedOrNull(row['rejection_reason'], mark, 200),
    });
  },
  unique: [
    {
      columns: ['stub'],
      otherwise: (row, mark) => {
        mark.repair('a duplicate stub was dropped');
        return { ...row, stub: null };
      },
    },
  ],
  complete: nameEvents,
});

function statusOf(row: LegacyRow): EventStatus {
  if (isSet(row['pending'])) return 'PENDING';
  return isSet(row['active']) ? 'APPROVED' : 'REJECTED';
}

function dates(row: LegacyRow, mark: Mark) {
  const [start, end] = [instant(row['event_start']), instant(row['event_end'])];
  const starts_at = start ?? end ?? new Date(0).toISOString();
  if (start === null) mark.repair('a missing start was set to the end, or to 1970');
  if (end !== null && end >= starts_at) return { starts_at, ends_at: end };
  mark.repair('a missing end, or one before the start, was set to the start');
  return { starts_at, ends_at: starts_at };
}

function zone(row: LegacyRow, mark: Mark): string {
  return importedZone(
    [row['event_tz_cont'], row['event_tz_place']].map((part) => decoded(part, mark).trim()),
    mark,
  );
}

/** Preserves slugs; generates missing ones like the original (contract §4.1). */
async function nameEvents(drafts: readonly Draft<NewRow<'events'>>[], { client, source }: World): Promise<void> {
  await nameRows(drafts, {
    ownName: ({ row }) => row.slug,
    candidates: ({ id, row }) => candidatesOf(id, row),
    take: (draft, slug) => (draft.row = { ...draft.row, slug }),
    stored: async (slugs) => {
      const { rows } = await client.query<{ slug: string }>('select slug from events where slug = any($1)', [slugs]);
      return rows.map(({ slug }) => slug);
    },
    pending: async (slugs) => {
      const rows = await source.query('select url_friendly_name as slug from events where url_friendly_name in (?)', [
        slugs,
      ]);
      return rows.map(({ slug }) => String(slug));
    },
  });
}

/** Deterministic, so that the same database always yields the same names. */
function* candidatesOf(id: number, { name, starts_at, time_zone }: NewRow<'events'>): Generator<string, never> {
  const names = eventSlugCandidates(name, DateTime.fromISO(starts_at, { zone: time_zone }), () => 0);
  for (const slug of names) if (slug !== '') yield slug;
  for (let slug = `${id}`; ; slug += `-${id}`) yield slug;
}
