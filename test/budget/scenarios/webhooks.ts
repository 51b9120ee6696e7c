import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn, type Scenario } from '../scenario.js';
import { ADDRESSES } from '../target.js';
import { graphCall } from '../wire.js';
import { importCall } from './imports.js';

const WEBHOOKS = 20;
const TALKS = 1_000;
/** Deliveries begin within a second, unless the machine is busy. */
const LEAST_MS = 3_000;
const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
const kinds = ['TALK_CREATED', 'TALK_CHANGED', 'EVENT_CHANGED'];

export const webhooks: Scenario = {
  name: 'webhooks',
  does: `creates ${WEBHOOKS} webhooks of a pending event, then imports ${TALKS} talks into it; so for each pending event`,
  part: 8,
  async run(attack) {
    const { phase, target, wire, until } = attack;
    for (const [place, eventId] of target.pending.entries()) {
      const caller = { token: inTurn(target.tokens, place), address: ADDRESSES[0] };
      const input = { eventId, url: `${target.receiver}/${phase}`, kinds };
      await Promise.all(Array.from({ length: WEBHOOKS }, () => wire.send(graphCall(CREATE, { input }, caller))));
      const rows = Array.from({ length: TALKS }, (_, talk) => `W${place}-${talk},2026-06-01 10:00`);
      await wire.send(importCall(attack, place, eventId, ['title,start', ...rows].join('\n'), false));
    }
    await sleep(Math.max(LEAST_MS, until - performance.now()));
  },
};
