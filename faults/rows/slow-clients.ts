import type { Fault } from '../fault.js';
import { atMost, type Finding } from '../finding.js';
import { memoryMore } from '../memory-watch.js';
import { sendSlowly, type SlowPart } from '../slow-clients.js';
import { hardlySlower, startSteadyClient } from '../steady-client.js';
import { Tally } from '../tally.js';

const CONNECTIONS = 1_000;
const MORE_MEMORY = 50;
const FLOOR_MS = 50;
/** Time to open all connections plus the granularity of the timeout. */
const SLACK_SECONDS = 10;

/** The timeouts of `src/http/http-server.ts` in seconds. */
const timeouts: Readonly<Record<SlowPart, number>> = { headers: 10, body: 120 };

/** Row 17b: clients that keep connections open by sending slowly. */
export const slowClients: Fault = {
  number: '17b',
  name: `${CONNECTIONS} clients that send a few bytes every two seconds, of the headers, then of a body`,
  figure:
    `all are disconnected ${timeouts.headers} s after the first byte of the headers, or ${timeouts.body} s after that of the ` +
    `request, plus ${SLACK_SECONDS} s; at most ${MORE_MEMORY} MB more memory; a well-behaved client’s p99 is at most ` +
    `twice its baseline, or ${FLOOR_MS} ms`,
  quick: false,
  servers: 'one',
  needs: ['slowhttptest'],
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const good = new Tally();
    const client = await startSteadyClient(service.base, world, good);
    const findings: Finding[] = [];
    for (const part of ['headers', 'body'] as const) {
      let times: readonly number[] = [];
      const more = await memoryMore(service.pid, async () => {
        times = await client.during(async () => {
          const most = timeouts[part] + SLACK_SECONDS;
          const { open, goneAfterMs } = await sendSlowly(
            part,
            `${service.base}/graphql`,
            CONNECTIONS,
            most + 30,
            site.cleanup,
          );
          findings.push(
            { what: `${open} of ${CONNECTIONS} connections were open at once`, kept: open > CONNECTIONS * 0.9 },
            atMost(`${part}: all are closed after`, goneAfterMs, most * 1_000, ' ms'),
          );
        });
      });
      findings.push(hardlySlower(client, times, FLOOR_MS), atMost(`${part}: more memory`, more, MORE_MEMORY, ' MB'));
    }
    return { answers: good.counts, findings: [...findings, good.only()] };
  },
};
