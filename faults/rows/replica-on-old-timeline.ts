import { join } from 'node:path';
import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { Postgres } from '../postgres.js';
import { startPrimaryHaproxy } from '../primary-haproxy.js';
import { startReplicaReaders } from '../replica-readers.js';
import { findDebian } from '../servers.js';
import { promote, startPair } from '../standby.js';

const ROUNDS = 50;
const DATABASE = 'lectern';

/** Row 24d: a replica stays on the timeline of the former primary, with writes that the new one lacks. */
export const replicaOnOldTimeline: Fault = {
  number: '24d',
  name: 'A standby without the last writes is promoted, while the replica that serves reads has them and does not follow',
  figure: '0 stale responses; no error after the promotion; the replica serves no read any more',
  quick: true,
  servers: 'own',
  needs: ['postgresql', 'haproxy'],
  async inject(site) {
    const [primary, standby] = await startPair(site, findDebian()!);
    const replica = await Postgres.standbyOf(primary, join(await site.folder(), 'replica'));
    site.cleanup.add(() => replica.remove());
    await primary.createDatabase(DATABASE);
    const { url, notices } = await startPrimaryHaproxy(site, [primary, standby], DATABASE);
    const readers = await startReplicaReaders(site, url, replica.url(DATABASE));
    await readers.readOwnWrites(ROUNDS);
    const before = await readers.outcomes();

    await standby.stop();
    // The replica's log is now longer than that of the next primary.
    await readers.readOwnWrites(2 * ROUNDS);
    await primary.kill();
    await notices(0, 'DOWN');
    await standby.start();
    await promote(standby);
    for (const service of readers.services) await service.ready();
    const atPromotion = await readers.outcomes();
    await readers.readOwnWrites(ROUNDS);
    const after = await readers.outcomes();
    return {
      answers: readers.tally.counts,
      findings: [
        ...readers.findings(),
        { what: `the replica served ${before['replica']} reads before`, kept: (before['replica'] ?? 0) >= ROUNDS },
        alike('and none afterwards', after['replica'], atPromotion['replica']),
      ],
    };
  },
};
