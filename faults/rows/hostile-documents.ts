import { setTimeout as sleep } from 'node:timers/promises';
import { hostile, type Hostile } from '../../test/graphql/hostile-documents.js';
import type { Answer } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { memoryMore } from '../memory-watch.js';
import { cpuMs } from '../processes.js';
import type { Service } from '../service.js';
import { hardlySlower, startSteadyClient } from '../steady-client.js';
import { Tally } from '../tally.js';

const REFUSED_WITHIN_MS = 20;
const MORE_MEMORY = 50;
const ATTACKERS = 4;
/** Pause of an attacker between requests. Without it the flood would saturate a CPU regardless of content. */
const PAUSE_MS = 100;
/** A request waits for at most one document of each attacker. */
const FLOOR_MS = ATTACKERS * REFUSED_WITHIN_MS;

/** Row 17c covers bodies beyond the size limit: draining them takes time without blocking other clients. */
const documents = hostile.filter(([, , [status]]) => status !== 413);

/** Row 17: GraphQL documents that are cheap to send and expensive to execute. */
export const hostileDocuments: Fault = {
  number: '17',
  name: `${documents.length} hostile documents: aliases, levels, directives, fragments, overlaps, cost, variables, JSON`,
  figure:
    `each is rejected with its specific error within ${REFUSED_WITHIN_MS} ms of CPU time; from ${ATTACKERS} clients, up to ` +
    `${1_000 / PAUSE_MS} per second each, they take at most ${MORE_MEMORY} MB more memory, and a well-behaved client’s p99 is at most twice ` +
    `its baseline, or ${FLOOR_MS} ms: one document of each client`,
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const [sent, good] = [new Tally(), new Tally()];
    // Warms up the code and the heap.
    const refusals = [];
    for (const document of documents) refusals.push(await refusalOf(service, document, sent));
    const cost = await dearest(service, site.quick ? 20 : 60);
    const client = await startSteadyClient(service.base, world, good);
    let times: readonly number[] = [];
    const more = await memoryMore(service.pid, async () => {
      times = await client.during(() => attack(service.base, sent, site.quick ? 8_000 : 30_000));
    });
    return {
      answers: sent.counts,
      findings: [
        ...refusals,
        cost,
        good.only(),
        hardlySlower(client, times, FLOOR_MS),
        atMost('more memory:', more, MORE_MEMORY, ' MB'),
      ],
    };
  },
};

/** Sends a document once and requires its specific error. */
async function refusalOf({ base }: Service, [name, body, refusal]: Hostile, tally: Tally): Promise<Finding> {
  const answer = await post(base, body());
  tally.count(answer);
  const [, code, reason] = /"code":"(\w+)","problems":\[\{"reason":"(\w+)"/.exec(answer.body) ?? [];
  return alike(name, [answer.status, code, reason], refusal);
}

/** CPU time of the most expensive document, sent sequentially without other load. */
async function dearest({ base, pid }: Service, times: number): Promise<Finding> {
  const costs: [name: string, ms: number][] = [];
  for (const [name, body] of documents) {
    const text = body();
    const before = cpuMs(pid);
    for (let turn = 0; turn < times; turn += 1) await post(base, text);
    costs.push([name, (cpuMs(pid) - before) / times]);
  }
  const [[name, ms] = ['', Infinity]] = costs.sort(([, one], [, other]) => other - one);
  return atMost(`the most expensive document, ${name}:`, ms, REFUSED_WITHIN_MS, ' ms');
}

/** Sends all documents from several concurrent clients. */
async function attack(base: string, tally: Tally, forMs: number): Promise<void> {
  const bodies = documents.map(([, body]) => body());
  const until = performance.now() + forMs;
  const attacker = async (first: number) => {
    for (let turn = first; performance.now() < until; turn += 1, await sleep(PAUSE_MS)) {
      tally.count(await post(base, bodies[turn % bodies.length]!));
    }
  };
  const apart = Math.floor(bodies.length / ATTACKERS);
  await Promise.all(Array.from({ length: ATTACKERS }, (_, place) => attacker(place * apart)));
}

async function post(base: string, body: string): Promise<Answer> {
  const begin = performance.now();
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body });
  const { status } = response;
  const said = await response.text();
  return { label: String(status), status, retryAfter: undefined, body: said, tookMs: performance.now() - begin };
}
