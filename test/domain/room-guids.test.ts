import { expect, it } from '@jest/globals';
import { v5 } from 'uuid';
import { derivedRoomGuid } from '../../src/core/reads/room-guid.js';
import { RoomGuids } from '../../src/core/talk/room-guids.js';
import { threadCpuMs } from '../support/cpu-time.js';

const EVENT = '00000000-0000-4000-8000-000000000001';

it('The GUID of a displaced room is found without counting', async () => {
  const chain = Array.from({ length: 1_000 }, () => '');
  for (const [at] of chain.entries()) chain[at] = at === 0 ? v5('start', EVENT) : v5(chain[at - 1] ?? '', EVENT);
  const rooms = chain.map((_, at) => `r${at}`);
  const guids = new RoomGuids(EVENT, new Map(), [...chain, ...rooms]);
  const cpuMs = await threadCpuMs(() => {
    for (const [at, room] of rooms.entries()) guids.adopt(room, derivedRoomGuid(chain[at] ?? '', EVENT), () => false);
  });
  expect(cpuMs).toBeLessThan(500);
});

it('The GUID of a room without talks is forgotten, unless its name would then have that of another', () => {
  const imported = '00000000-0000-4000-8000-000000000002';
  const guids = new RoomGuids(EVENT, new Map([['Old', imported]]), []);
  guids.forget('Old');
  expect([...guids.changes]).toEqual([['Old', null]]);
  const taken = new RoomGuids(
    EVENT,
    new Map([
      ['Old', imported],
      ['New', derivedRoomGuid('Old', EVENT)],
    ]),
    [],
  );
  taken.forget('Old');
  expect([...taken.changes]).toEqual([]);
});
