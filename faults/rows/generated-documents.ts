import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { hostileDocuments } from '../../test/fuzz/hostile-generator.js';
import type { Attack } from '../attacker.js';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { cpuMs } from '../processes.js';
import type { Service } from '../service.js';
import { notSlower, percentile99, startSteadyClient } from '../steady-client.js';
import { Tally } from '../tally.js';
import type { World } from '../world.js';

const SEED = 20_261_123;
const DOCUMENTS = 500;
const MAX_CPU_MS = 20;
const MAX_BYTES = 10_000_000;
const MAX_DELAY_MS = 100;
const ATTACKERS = 2;
const FLOOR_MS = 50;
const TALKS = 100;

interface Sent {
  readonly status: number;
  readonly bytes: number;
}

/** Row 17d: generated documents that stay within the limits where possible. */
export const generatedDocuments: Fault = {
  number: '17d',
  name: `${DOCUMENTS} generated hostile documents of at most 10 kB: aliases, fragments, introspection, counts, directives, nesting`,
  figure:
    `a rejected document takes at most ${MAX_CPU_MS} ms of CPU time (p99), a response has at most 10 MB; with ` +
    `${ATTACKERS} at a time, event-loop delay is at most ${MAX_DELAY_MS} ms, and a well-behaved client’s p99 at most three ` +
    `times its baseline, or ${FLOOR_MS} ms`,
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    await fill(world);
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const documents = hostileDocuments(SEED, DOCUMENTS).map(({ query }) => JSON.stringify({ query }));
    const [sent, good] = [new Tally(), new Tally()];
    const send = async (body: string): Promise<Sent> => {
      const answer = await post(service, body);
      sent.count({ label: String(answer.status), status: answer.status, retryAfter: undefined, body: '', tookMs: 0 });
      return answer;
    };
    const answers: Sent[] = [];
    for (const body of documents) answers.push(await send(body));
    const rejected = documents.filter((_, place) => answers[place]?.status === 400);
    const cpu = await cpuOfEach(service.pid, rejected, send, site.quick ? 5 : 20);
    const client = await startSteadyClient(service.base, world, good);
    await eventLoopDelay(service);
    const times = await client.during(() => attack(service, documents, site.quick ? 10_000 : 60_000));
    const delay = await eventLoopDelay(service);
    return {
      answers: sent.counts,
      findings: [
        alike('other statuses', answers.filter(({ status }) => status !== 200 && status !== 400).length, 0),
        atMost(`CPU of ${rejected.length} rejected documents, p99:`, percentile99(cpu), MAX_CPU_MS, ' ms'),
        atMost('largest response:', Math.max(...answers.map(({ bytes }) => bytes)), MAX_BYTES, ' bytes'),
        atMost('longest event loop delay:', delay, MAX_DELAY_MS, ' ms'),
        good.only(),
        notSlower(client, times, 3, FLOOR_MS),
      ],
    };
  },
};

/** Adds long texts and many talks to the event. */
async function fill({ pool, event }: World): Promise<void> {
  await pool.query("update events set description = repeat('d', 20000) where id = $1", [event]);
  await pool.query(
    `insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
    select $1, 'Conference talk ' || n, 'conference-talk-' || n, repeat('t', 3000), 1, 2, '2026-06-01T10:00:00+02:00', 30, 's' || n
    from generate_series(1, $2::int) as n`,
    [event, TALKS],
  );
}

/** CPU time of each document in milliseconds, sent sequentially. */
async function cpuOfEach(
  pid: number,
  bodies: readonly string[],
  send: (body: string) => Promise<Sent>,
  times: number,
): Promise<number[]> {
  const costs: number[] = [];
  for (const body of bodies) {
    const before = cpuMs(pid);
    for (let turn = 0; turn < times; turn += 1) await send(body);
    costs.push((cpuMs(pid) - before) / times);
  }
  return costs;
}

/**
 * Sends all documents repeatedly and concurrently, from another thread: reading megabytes would delay the steady
 * client, which uses the event loop of this thread.
 */
async function attack({ base }: Service, bodies: readonly string[], forMs: number): Promise<void> {
  const workerData: Attack = { url: `${base}/graphql`, bodies, concurrency: ATTACKERS, forMs };
  const [code] = (await once(new Worker(new URL('../attacker.js', import.meta.url), { workerData }), 'exit')) as [
    number,
  ];
  if (code !== 0) throw new Error(`The attacker exited with code ${code}`);
}

async function post({ base }: Service, body: string): Promise<Sent> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
}

/** Maximum event-loop delay since the last call in milliseconds, measured by the service (`monitorEventLoopDelay`). */
async function eventLoopDelay({ adminBase }: Service): Promise<number> {
  const text = await (await fetch(`${adminBase}/metrics`)).text();
  const [, seconds = 'NaN'] = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? [];
  return Number(seconds) * 1_000;
}
