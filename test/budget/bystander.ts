import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../faults/client.js';
import { startSteadyClient, type SteadyClient } from '../../faults/steady-client.js';
import { Tally } from '../../faults/tally.js';
import { importRequest } from '../imports/schedule/upload.js';
import type { Receiver } from '../webhooks/receiver.js';
import type { Honest } from './world.js';

/** Not an address of the attacker. */
const ADDRESS = '203.0.113.9';
const EVERY_MS = 1_500;
/** Of the first byte of a response. */
const WITHIN_MS = 20_000;
const WEBHOOK_PATH = '/uninvolved';

const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
const UPDATE = 'mutation ($input: UpdateTalkInput!) { updateTalk(input: $input) { talk { id } } }';
const FOLLOW = 'subscription ($id: ID!) { talkFeedback(talkId: $id) { commentCount } }';
const SCHEDULE = 'title,start\nA talk,2026-06-01 10:00';

/** What an honest user experienced during a phase. */
export interface Experience {
  /** 99th percentile of the latency of its reads, in milliseconds. */
  readonly latencies: readonly number[];
  /** What it was refused, in words. */
  readonly refusals: readonly string[];
  /** The longest time until its webhook received a change, in milliseconds; 0 without a change. */
  readonly webhookMs: number;
}

export interface Bystander extends Pick<SteadyClient, 'baselineMs'> {
  readonly during: (work: () => Promise<unknown>) => Promise<Experience>;
}

/** Starts an honest user, who reads at a constant rate, and now and then follows a talk, imports and changes talks. */
export async function startBystander(base: string, honest: Honest, receiver: Receiver): Promise<Bystander> {
  const { token, event, talk } = honest;
  const headers = { 'X-Forwarded-For': ADDRESS };
  const client = openClient(base, token, headers);
  const url = `http://${receiver.host}${WEBHOOK_PATH}`;
  await client.graph(CREATE, { input: { eventId: event, url, kinds: ['TALK_CHANGED'] } });
  let tally = new Tally();
  const counter = { count: (answer: Parameters<Tally['count']>[0]) => tally.count(answer) } as Tally;
  const steady = await startSteadyClient(base, { talks: [talk] }, counter, () => openClient(base, token, headers));

  const post = (body: string | Buffer, further: Readonly<Record<string, string>>) =>
    fetch(`${base}/graphql`, {
      ...{ method: 'POST', body: new Uint8Array(Buffer.from(body)), signal: AbortSignal.timeout(WITHIN_MS) },
      headers: { ...headers, ...further, Authorization: `Bearer ${token}` },
    });
  const deeds: Readonly<Record<string, () => Promise<Response>>> = {
    'an import': () => {
      const { headers: own, body } = importRequest({ eventId: event, dryRun: true }, SCHEDULE);
      return post(body, own);
    },
    'a stream': () =>
      post(JSON.stringify({ query: FOLLOW, variables: { id: talk } }), {
        ...{ 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      }),
  };
  /** @returns the refusal in words */
  const tried = async ([what, send]: readonly [string, () => Promise<Response>]): Promise<string[]> => {
    try {
      const response = await send();
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      const text = Buffer.from(value ?? []).toString('utf8');
      return response.ok && !text.includes('"errors"') ? [] : [`${what}: ${response.status} ${text.slice(0, 200)}`];
    } catch (error) {
      return [`${what}: ${String(error)}`];
    }
  };
  const received = () => receiver.requests.filter(({ path }) => path === WEBHOOK_PATH).length;
  let changes = 0;
  /** @returns milliseconds until the webhook has received a change */
  const changeTalk = async (): Promise<number> => {
    const [before, begin] = [received(), performance.now()];
    await client.graph(UPDATE, { input: { talkId: talk, title: `Change ${(changes += 1)}` } });
    while (received() === before && performance.now() - begin < WITHIN_MS) await sleep(20);
    return performance.now() - begin;
  };
  return {
    baselineMs: steady.baselineMs,
    async during(work) {
      tally = new Tally();
      const refusals: string[] = [];
      const delays: number[] = [];
      let isOver = false;
      const acting = (async () => {
        for (; !isOver; await sleep(EVERY_MS)) {
          for (const deed of Object.entries(deeds)) refusals.push(...(await tried(deed)));
          delays.push(await changeTalk());
        }
      })();
      const latencies = await steady.during(work);
      isOver = true;
      await acting;
      const { kept, what } = tally.only();
      return { latencies, refusals: [...refusals, ...(kept ? [] : [what])], webhookMs: Math.max(0, ...delays) };
    },
  };
}

/** Number of requests of the service to a receiver of the attacker, of one phase. */
export const outgoing = ({ requests }: Receiver, phase: string): number =>
  requests.filter(({ path }) => path === `/${phase}`).length;
