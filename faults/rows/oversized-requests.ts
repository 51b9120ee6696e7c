import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Fault } from '../fault.js';
import { alike, atMost, type Finding } from '../finding.js';
import { memoryMore } from '../memory-watch.js';
import { sendUntilAnswered } from '../send-until-answered.js';
import { hardlySlower, startSteadyClient } from '../steady-client.js';
import { Tally } from '../tally.js';

const WITHIN_MS = 500;
const MORE_MEMORY = 50;
const FLOOR_MS = 50;
/** Pause between requests. Without it the flood would saturate a CPU regardless of content. */
const PAUSE_MS = 100;
const ROUNDS = 10;

const MEGABYTE = 1024 * 1024;
const HUNDRED = 100 * MEGABYTE;
const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x';

/** A request and the accepted error statuses. */
interface Oversized {
  readonly name: string;
  /** Request line and headers, without `Authorization`. */
  readonly head: readonly string[];
  readonly body?: () => Iterable<Uint8Array>;
  readonly statuses: readonly number[];
}

/** Streams 100 MB of JSON in chunks of 1 MB. */
function* megabytes(of: (part: Buffer) => Buffer): Iterable<Buffer> {
  yield of(Buffer.from('{"query":"'));
  const part = of(Buffer.alloc(MEGABYTE, 'x'));
  for (let sent = 0; sent < HUNDRED; sent += MEGABYTE) yield part;
}
const chunk = (part: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);

const bomb = Buffer.from(JSON.stringify({ query: 'x'.repeat(HUNDRED) }));
const parts = Buffer.from(
  `${Array.from({ length: 10_000 }, (_, place) => `--x\r\nContent-Disposition: form-data; name="a${place}"\r\n\r\nb\r\n`).join('')}--x--\r\n`,
);

/** Bodies for REST and GraphQL. */
const bodies = ['/v2.1/events', '/graphql'].flatMap((path): Oversized[] => [
  {
    name: `100 MB of JSON to ${path}`,
    head: [`POST ${path} HTTP/1.1`, JSON_TYPE, `Content-Length: ${HUNDRED}`],
    body: () => megabytes((part) => part),
    statuses: [413],
  },
  {
    name: `100 MB of JSON of no length to ${path}`,
    head: [`POST ${path} HTTP/1.1`, JSON_TYPE, 'Transfer-Encoding: chunked'],
    body: () => megabytes(chunk),
    statuses: [413],
  },
  ...(
    [
      ['gzip', gzipSync(bomb)],
      ['br', brotliCompressSync(bomb)],
    ] as const
  ).map(([coding, packed]) => ({
    name: `100 MB in ${Math.ceil(packed.length / 1024)} kB of ${coding} to ${path}`,
    head: [`POST ${path} HTTP/1.1`, JSON_TYPE, `Content-Encoding: ${coding}`, `Content-Length: ${packed.length}`],
    body: () => [packed],
    statuses: [413],
  })),
]);

const forms = (event: string): Oversized[] =>
  [`/v2.1/events/${event}/images`, '/graphql'].map((path) => ({
    name: `a form of 10 000 parts to ${path}`,
    head: [`POST ${path} HTTP/1.1`, FORM_TYPE, 'Apollo-Require-Preflight: yes', `Content-Length: ${parts.length}`],
    body: () => [parts],
    statuses: [400, 413],
  }));

const heads: readonly Oversized[] = [
  { name: 'a header of 20 kB', head: ['GET /v2.1 HTTP/1.1', `X-A: ${'x'.repeat(20_000)}`], statuses: [431] },
  { name: 'a path of 17 kB', head: [`GET /v2.1/${'x'.repeat(17_000)} HTTP/1.1`], statuses: [414, 431] },
  {
    name: '1 500 headers',
    head: ['GET /v2.1 HTTP/1.1', ...Array.from({ length: 1_500 }, (_, place) => `X-Header-${place}: x`)],
    statuses: [431],
  },
];

/** Row 17c: oversized requests. */
export const oversizedRequests: Fault = {
  number: '17c',
  name: 'Oversized requests: bodies plain, chunked, compressed and multipart; headers and paths',
  figure:
    `each is rejected within ${WITHIN_MS} ms, up to ${1_000 / PAUSE_MS} per second, with at most ${MORE_MEMORY} MB more memory; a well-behaved client’s p99 is ` +
    `at most twice its baseline, or ${FLOOR_MS} ms`,
  quick: false,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const [sent, good] = [new Tally(), new Tally()];
    const requests = [...bodies, ...forms(world.event), ...heads];
    const who = `Authorization: Bearer ${world.host.token}`;
    const findings: Finding[] = [];
    const sendAll = async (): Promise<void> => {
      for (const { name, head, body, statuses } of requests) {
        const { status, tookMs } = await sendUntilAnswered(service.base, [...head, who], body?.());
        sent.count({ label: String(status), status, retryAfter: undefined, body: '', tookMs });
        findings.push(alike(name, statuses.includes(status) ? statuses : [status], statuses));
        findings.push(atMost(`${name}:`, tookMs, WITHIN_MS, ' ms'));
        await sleep(PAUSE_MS);
      }
    };
    // Warm up: the first requests allocate memory that is retained.
    await sendAll();
    const client = await startSteadyClient(service.base, world, good);
    let times: readonly number[] = [];
    const more = await memoryMore(service.pid, async () => {
      times = await client.during(async () => {
        for (let turn = 0; turn < ROUNDS; turn += 1) await sendAll();
      });
    });
    return {
      answers: sent.counts,
      findings: [
        ...findings,
        good.only(),
        hardlySlower(client, times, FLOOR_MS),
        atMost('more memory:', more, MORE_MEMORY, ' MB'),
      ],
    };
  },
};
