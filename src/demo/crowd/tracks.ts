import type { ClientBase } from 'pg';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { TableRow } from '../../core/bulk/tables.js';
import type { CrowdEvent } from './events.js';
import type { CrowdSetting } from './setting.js';

const TALKS_PER_TRACK_AND_DAY = 9;
const rooms = ['Main hall', 'Room A', 'Room B', 'Gallery', 'Studio', 'Attic', 'Cellar', 'Garden'];
const colors = ['#c2571a', '#28628f', '#5d7f2a', '#6a1b9a', '#b3261e', '#00796b', '#7a4b2b', '#455a64'];

/** Inserts as many tracks as the talks of each event need; returns their IDs by event. */
export async function insertTracks(
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
    (perEvent[place] ?? []).map((id, index): TableRow<'tracks'> => {
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
