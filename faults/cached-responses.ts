import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClient, type Client } from './client.js';
import type { Finding } from './finding.js';
import { ORIGIN, type Service } from './service.js';
import { until } from './waiting.js';

/** Start URLs of the crawl of anonymous reads, which follows the links of the responses. */
const START = ['/v2.1/events', '/v2.1/events?filter=all', '/v2.1/users?resultsperpage=5', '/v2.1/languages'];
const MAX_PATHS = 40;
/** Fewer paths would prove little: an empty database has four. */
const MIN_PATHS = START.length;

const LINK = new RegExp(`"${ORIGIN}(/v2\\.1/[^"]+)"`, 'g');

type Responses = ReadonlyMap<string, string>;

/** Reads what anonymous callers see, breadth first, so that it is cached. */
export async function crawl({ base }: Pick<Service, 'base'>, paths: Iterable<string> = START): Promise<Responses> {
  const client = openClient(base);
  const queue = new Set(paths);
  const responses = new Map<string, string>();
  // Iteration includes paths that are added during the loop.
  for (const path of queue) {
    const body = await read(client, path);
    responses.set(path, body);
    for (const [, link = ''] of body.matchAll(LINK)) if (queue.size < MAX_PATHS) queue.add(link);
  }
  client.close();
  return responses;
}

/** Reads a path; retries while the service reconnects to PostgreSQL. */
async function read(client: Client, path: string): Promise<string> {
  let response = '';
  await until(`${path} does not return 503`, async () => {
    const { status, body } = await client.get(path);
    response = `${status} ${body}`;
    return status !== 503 && status !== 0;
  });
  return response;
}

/**
 * Compares what services return with what a process without a cache computes.
 *
 * @param computing a service with `ANSWER_CACHE_MEGABYTES=0` on the same database
 */
export async function compareCached(
  services: readonly Pick<Service, 'base'>[],
  computing: Pick<Service, 'base'>,
): Promise<Finding> {
  const computed = await crawl(computing);
  const stale: string[] = [];
  for (const service of services) {
    // The second round is served from the cache.
    for (let round = 0; round < 2; round += 1) {
      for (const [path, body] of await crawl(service, computed.keys())) {
        if (body !== computed.get(path)) stale.push(`${path}: ${difference(body, computed.get(path) ?? '')}`);
      }
    }
  }
  const what = `${computed.size} cached responses of ${services.length} services equal computed ones`;
  if (stale.length > 0) return { what: `${what}, but ${stale.length} differ: ${stale[0]}`, kept: false };
  return { what, kept: services.length > 0 && computed.size >= MIN_PATHS };
}

const EXCERPT = 120;

/** Excerpts around the first difference of two texts. */
function difference(found: string, wanted: string): string {
  const at = [...found].findIndex((character, place) => character !== wanted[place]);
  const excerpt = (text: string) => text.slice(Math.max(0, at - EXCERPT / 2), at + EXCERPT / 2);
  return `…${excerpt(found)}… instead of …${excerpt(wanted)}…`;
}

/** Connection URL of a service's database, including its embedded PostgreSQL. */
export function databaseOf({ DATABASE_URL, DATA_DIR = '' }: Readonly<Record<string, string>>): string {
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const file = join(DATA_DIR, 'postgres', 'postmaster.pid');
  const [, , , , socket = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return `postgres://localhost/lectern?host=${socket}&user=lectern`;
}
