import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apis, tagAt } from './apis.js';
import { roles } from './truth.js';
import type { Write } from './write.js';
import { startScenario, writes, type Scenario } from './writes.js';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ COMMENT_EDIT_MINUTES: '600', LIMIT_UNKNOWN_TOKEN_ADDRESS: 'off' });
});
afterAll(() => scenario.service.stop());

/** The outcome in a new world for the first permitted role. */
async function attempt(write: Write, ifMatch: (tag: string) => string) {
  const { service, snapshot, world } = scenario;
  await snapshot.restore();
  const at = { ...world, ...world.shown };
  const by = roles.find((role) => ['done', 'unchanged'].includes(write.truth[role])) ?? 'admin';
  const tag = await tagAt(service, write, at, { by });
  const { status, problems } = await apis.rest(service, write, at, { by, ifMatch: ifMatch(tag) });
  const isAsBefore = await snapshot.isAsBefore();
  return { tag, told: [status, ...problems.map(({ reason }) => reason)], isAsBefore };
}

const held = writes.filter(({ row }) => /^(PUT|DELETE) /.test(row));
/** URLs without a readable or cacheable response, so no entity tag matches. */
const untagged = [
  'DELETE /v2.1/events/{id}/approval',
  'DELETE /v2.1/events/{id}/hosts/{user}',
  'DELETE /v2.1/talks/{id}/tracks/{track}',
  'DELETE /v2.1/talks/{id}/speakers/{user}',
  'PUT /v2.1/event_comments/{id}/reported',
  'PUT /v2.1/talk_comments/{id}/reported',
  'PUT /v2.1/applications/{id}',
  'DELETE /v2.1/applications/{id}',
];

describe('Every PUT and DELETE of v2.1 evaluates If-Match', () => {
  it.each(held)('$name: does nothing for another entity tag', async (write) => {
    const { told, isAsBefore } = await attempt(write, () => '"another"');
    expect([told, isAsBefore]).toEqual([[412, 'CHANGED_MEANWHILE'], true]);
  });

  it.each(held.filter(({ row }) => !untagged.includes(row)))(
    '$name: succeeds for the current entity tag',
    async (write) => {
      const { tag, told } = await attempt(write, (read) => read);
      expect([tag, told]).toEqual([expect.stringMatching(/^".{22}"$/), [expect.any(Number)]]);
      expect(told[0]).toBeLessThan(300);
    },
  );

  it('and all others have an entity tag', async () => {
    const silent = new Set<string>();
    for (const write of held) if ((await attempt(write, () => '"another"')).tag === '') silent.add(write.row);
    expect([...silent]).toEqual(untagged);
  });
});
