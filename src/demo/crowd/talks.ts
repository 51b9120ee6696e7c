import type { ClientBase } from 'pg';
import { talkSlugCandidates, takeFirstFree } from '../../core/common/slug.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import { withLocalStart } from '../../core/date/local-times.js';
import type { NewRow } from '../../database/insert-batch.js';
import type { ReferenceIds } from '../seed/seed.js';
import { crowd } from '../data/index.js';
import type { CrowdEvent } from './events.js';
import { type CrowdSetting, DAY, MINUTE, share, skewedWeights, paragraph, phrase } from './setting.js';

const { talkTitles } = crowd;

const SLOT_MINUTES = 50;
const kinds = ['TALK', 'TALK', 'TALK', 'TALK', 'TALK', 'TALK', 'KEYNOTE', 'WORKSHOP', 'SOCIAL_EVENT', 'EVENT_RELATED'];
const languages = ['English - UK', 'English - UK', 'English - US', 'Deutsch', 'Francais', 'Espanol', 'Polish'];

/** A generated talk, as its speakers, comments and stars need it. */
export interface CrowdTalk {
  readonly id: number;
  readonly eventId: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Inserts talks, skewed across events, each on at most one track. */
export async function insertTalks(
  client: ClientBase,
  count: number,
  { events, reference }: { events: readonly CrowdEvent[]; reference: ReferenceIds },
  setting: CrowdSetting,
): Promise<CrowdTalk[]> {
  const { random } = setting;
  const ids = await reserveIds(client, 'talks', count);
  const perEvent = share(count, skewedWeights(events.length, random));
  const tracks = await insertTracks(client, events, perEvent, setting);
  const talks: CrowdTalk[] = [];
  const memberships: NewRow<'talk_tracks'>[] = [];
  function* rows(): Generator<NewRow<'talks'>, void> {
    for (const [place, event] of events.entries()) {
      const slugs = new Set<string>();
      const trackIds = tracks[place] ?? [];
      for (let index = 0; index < (perEvent[place] ?? 0); index++) {
        const id = ids[talks.length]!;
        const startsAt = startOf(index, event, trackIds.length);
        const title = phrase(random.pick(talkTitles), random);
        talks.push({ id, eventId: event.id, endsAt: startsAt + SLOT_MINUTES * MINUTE });
        const trackId = trackIds[index % trackIds.length];
        if (trackId !== undefined && random.chance(0.95))
          memberships.push({ event_id: event.id, talk_id: id, track_id: trackId });
        const row = {
          id,
          event_id: event.id,
          title,
          slug: takeFirstFree(talkSlugCandidates(title, id), slugs),
          description: paragraph(random),
          talk_type_id: reference.talkType(random.pick(kinds)),
          language_id: reference.language(random.pick(languages)),
          starts_at: new Date(startsAt).toISOString(),
          duration_minutes: random.pick([20, 30, 40, 45]),
          stub: setting.names.takeTalkStub(),
          created_at: new Date(Math.min(setting.now, startsAt) - 30 * DAY).toISOString(),
        };
        yield withLocalStart(row, event.timeZone);
      }
    }
  }
  await insertRows(client, 'talks', rows(), (written) => setting.written(written, 'talks'));
  await insertRows(client, 'talk_tracks', memberships);
  return talks;
}

/** Fills the tracks in parallel, row by row, alternating between the days. */
function startOf(index: number, { mornings }: CrowdEvent, tracks: number): number {
  const row = Math.floor(index / Math.max(tracks, 1));
  const day = row % mornings.length;
  return (mornings[day] ?? 0) + Math.floor(row / mornings.length) * SLOT_MINUTES * MINUTE;
}

const TALKS_PER_TRACK_AND_DAY = 9;
const rooms = ['Main hall', 'Room A', 'Room B', 'Gallery', 'Studio', 'Attic', 'Cellar', 'Garden'];
const colors = ['#c2571a', '#28628f', '#5d7f2a', '#6a1b9a', '#b3261e', '#00796b', '#7a4b2b', '#455a64'];

/** Inserts as many tracks as the talks of each event need; returns their IDs by event. */
async function insertTracks(
  client: ClientBase,
  events: readonly CrowdEvent[],
  talksPerEvent: readonly number[],
  setting: CrowdSetting,
): Promise<number[][]> {
  const counts = events.map(({ mornings }, place) =>
    Math.ceil((talksPerEvent[place] ?? 0) / (TALKS_PER_TRACK_AND_DAY * mornings.length)),
  );
  const ids = await reserveIds(
    client,
    'tracks',
    counts.reduce((sum, count) => sum + count, 0),
  );
  let taken = 0;
  const perEvent = counts.map((count) => ids.slice(taken, (taken += count)));
  const rows = events.flatMap(({ id: eventId }, place) =>
    (perEvent[place] ?? []).map((id, index): NewRow<'tracks'> => {
      const round = Math.floor(index / rooms.length);
      return {
        id,
        event_id: eventId,
        name: `${rooms[index % rooms.length]}${round > 0 ? ` ${round + 1}` : ''}`,
        description: '',
        color: setting.random.pick(colors),
      };
    }),
  );
  await insertRows(client, 'tracks', rows);
  return perEvent;
}
