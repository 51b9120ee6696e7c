import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.2: the line about spam, in REST and GraphQL. */

/** A spam service, and its verdict on every text. */
let says = 'false';
const akismet = createServer((request, response) => void request.resume().on('end', () => response.end(says)));

let stage: Stage;
beforeAll(async () => {
  akismet.listen(0, '127.0.0.1');
  await once(akismet, 'listening');
  const { port } = akismet.address() as AddressInfo;
  const spam = { AKISMET_KEY: 'key', AKISMET_URL: `http://127.0.0.1:${port}/` };
  stage = await openStage({ ...UNLIMITED, ...spam, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(async () => {
  await stage.service.stop();
  akismet.close();
  akismet.closeAllConnections();
  await once(akismet, 'close');
});

const both = (outcome: string) => [outcome, outcome];

it('7.2.5 text is accepted if the spam service accepts it, and spam is rejected (contract 7.2-5, 4.9-2)', async () => {
  const comments = [
    ['commentOnTalk', 'stranger'],
    ['commentOnEvent', 'stranger'],
    ['editTalkComment', 'owner'],
  ] as const;
  for (const [verdict, outcome] of Object.entries({ false: 'done', true: 'SPAM COMMENT_IS_SPAM' })) {
    says = verdict;
    for (const [mutation, by] of comments) {
      const outcomes = await attempt(stage, writeOf(mutation), { by });
      expect([verdict, mutation, outcomes]).toEqual([verdict, mutation, both(outcome)]);
    }
  }
  const comment = { comment: 'Buy now', rating: 3 };
  expect(await stage.told(`POST /talks/${stage.at.talk}/comments`, 'stranger', comment)).toEqual([
    400,
    ['comment failed spam check'],
    null,
  ]);
});
