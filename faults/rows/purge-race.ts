import { setTimeout as sleep } from 'node:timers/promises';
import { crawl } from '../cached-responses.js';
import type { Fault } from '../fault.js';
import { atMost, type Finding } from '../finding.js';
import { startRelay, type Relay } from '../relay.js';
import { CachedPages, createWriter, GIVE_UP_AFTER_MS, type Writer } from '../staleness.js';
import { PURGE_PATH, startVarnish } from '../varnish.js';
import type { World } from '../world.js';

const P95_MS = 300;
const MAX_MS = 1_000;
/** The purge is repeated after 1 s. */
const REPAIRED_WITHIN_MS = 1_500;
/** The longest pause between two attempts is 5 s. */
const PURGED_WITHIN_MS = 6_000;
const DOWN_MS = 3_000;
/** Longer than a purge takes, and shorter than its first repetition. */
const AFTER_PURGE_MS = 400;
const READERS = 2;
/** The last repetition of a purge is after 10 s. */
const QUIET_AFTER_MS = 11_000;

/** What the parts of the row have in common. */
interface Scene {
  readonly world: World;
  /** An event without other writes, whose purges would repair the race. */
  readonly quietEvent: string;
  readonly pages: CachedPages;
  readonly writer: Writer;
  /** Between the cache and the service. */
  readonly toService: Relay;
  /** Between the services and the purge endpoint. */
  readonly toCache: Relay;
}

/** Row 25: a cache in front of the service is purged after each change. */
export const purgeRace: Fault = {
  number: '25',
  name: 'Varnish caches for an hour; reads race with purges, the purge endpoint is down for 3 s, the purging process is killed',
  figure:
    'a change is visible through Varnish within 300 ms (p95) and 1 s of its acknowledgement, within 1.5 s after a race, within 6 s after the end of the other faults; no response from Varnish differs from a computed one',
  quick: true,
  servers: 'one',
  needs: ['varnish'],
  async inject(site) {
    const world = await site.world();
    const quietEvent = await copyEvent(world);
    const environment = {
      ...{ DATABASE_URL: world.url, SECRET_KEY: 'the same secret key in every one of them', TRUST_PROXY: '1' },
      ...{ CDN_MAX_AGE: '3600', CDN_KEY_HEADER: 'xkey' },
    };
    // Varnish forwards to the service that starts later, so the first one purges.
    const serving = await site.service(environment);
    const toService = await startRelay(serving.base, site.cleanup);
    const varnish = await startVarnish(site, toService.base);
    const toCache = await startRelay(varnish.base, site.cleanup);
    Object.assign(serving.environment, { CDN_PURGE_URL: toCache.base + PURGE_PATH });
    const purging = await site.service({ ...environment, CDN_PURGE_URL: toCache.base + PURGE_PATH });
    await purging.start();
    await serving.start();
    const begin = performance.now();
    await varnish.ready();
    await crawl(varnish);
    const pages = new CachedPages(varnish.base);
    const writer = createWriter(serving.base, world, pages);
    site.cleanup.add(() => writer.close());
    const scene = { world, quietEvent, pages, writer, toService, toCache };
    const findings = await measure(scene, site.quick ? 60 : 1_000);
    await sleep(Math.max(0, begin + QUIET_AFTER_MS - performance.now()));
    findings.push(...(await race(scene)), ...(await endpointDown(scene)));
    await crawl(varnish);
    await purging.kill();
    findings.push(atMost('another process purges after', Math.max(...(await writer.write())), PURGED_WITHIN_MS, ' ms'));
    await sleep(REPAIRED_WITHIN_MS);
    findings.push(await site.compareCached([varnish]));
    return { answers: { 'cache hit': pages.hits, 'cache miss': pages.misses }, findings };
  },
};

/** Random writes, each followed by reads, while others read the same pages. */
async function measure({ pages, writer, world }: Scene, writes: number): Promise<Finding[]> {
  const times: number[] = [];
  let over = false;
  const readers = Array.from({ length: READERS }, async (_, place) => {
    const paths = [`/v2.1/events/${world.event}`, `/v2.1/talks/${world.talks[place]}`];
    for (let turn = 0; !over; turn += 1, await sleep(5)) await pages.read(paths[turn % paths.length]!);
  });
  const isStuck = () => times.some((ms) => ms > GIVE_UP_AFTER_MS);
  for (let count = 0; count < writes && !isStuck(); count += 1) times.push(...(await writer.write()));
  over = true;
  await Promise.all(readers);
  times.sort((one, other) => one - other);
  const what = `${times.length} pages show ${writes} writes:`;
  const { hits, misses } = pages;
  return [
    atMost(`${what} p95`, times[Math.ceil(times.length * 0.95) - 1] ?? Infinity, P95_MS, ' ms'),
    atMost(`${what} slowest`, times.at(-1) ?? Infinity, MAX_MS, ' ms'),
    { what: `Varnish serves ${hits} of ${hits + misses} reads from its cache`, kept: 4 * hits > misses },
  ];
}

/** @returns the ID of another event */
async function copyEvent({ pool, event }: World): Promise<string> {
  const columns = 'description, location, starts_at, ends_at, time_zone, status';
  const { rows } = await pool.query<{ id: string }>(
    `insert into events (name, slug, ${columns}) select 'Quiet', 'quiet', ${columns} from events where id = $1 returning id`,
    [event],
  );
  return String(rows[0]?.id);
}

/** A response that was computed before a commit is stored after the purge. */
async function race({ world: { pool }, quietEvent, pages, toService }: Scene): Promise<Finding[]> {
  const page = `/v2.1/events/${quietEvent}`;
  const held = toService.hold(page);
  const read = pages.read(page);
  await held.computed;
  const name = 'Renamed during the race';
  await pool.query('update events set name = $2 where id = $1', [quietEvent, name]);
  const since = performance.now();
  await sleep(AFTER_PURGE_MS);
  held.release();
  await read;
  const isStale = !(await pages.read(page)).includes(name);
  return [
    { what: 'a response computed before a commit is stored after its purge', kept: isStale },
    atMost('the race is repaired after', await pages.untilShown(page, name, since), REPAIRED_WITHIN_MS, ' ms'),
  ];
}

/** The purge endpoint is down during a write. */
async function endpointDown({ world, pages, toCache }: Scene): Promise<Finding[]> {
  const page = `/v2.1/talks/${world.talks[1]}`;
  await pages.read(page);
  toCache.isDown = true;
  const title = 'Renamed without a purge';
  await world.pool.query('update talks set title = $2 where id = $1', [world.talks[1], title]);
  await sleep(DOWN_MS);
  const isStale = !(await pages.read(page)).includes(title);
  toCache.isDown = false;
  const shown = await pages.untilShown(page, title, performance.now());
  return [
    { what: 'without its purge endpoint, Varnish serves the former response', kept: isStale },
    atMost('purged after the return of the endpoint', shown, PURGED_WITHIN_MS, ' ms'),
  ];
}
