import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { routes } from '../../rest-facade/nouns/routes.js';
import paths from '../fixtures/paths.json' with { type: 'json' };
import { startService, type TestService } from '../support/service.js';
import { choices, picked, type Choice } from './choice.js';
import { differences, type Tally, type Task } from './difference.js';
import { poolsOf } from './pools.js';
import { rows, type Row } from './rows.js';
import { tree } from './tree.js';
import { insertWorld, worldOf, type World } from './world.js';

const WORLDS = 10;
const DIFFERENCES_SHOWN = 5;

const nameOf = ({ path }: { path: string }) => path.replace(/:\w+|\{\w+\}/g, '{}');
/** Rows that no viewer is refused. */
const open = ['/', '/v2.1', '/v2.1/talks', '/v2.1/users', '/v2.1/languages', '/v2.1/talk_types'];

/** Every viewer requests every row. */
function tasksIn({ viewers }: World, chosen: readonly Choice[]): Task[] {
  const asked = rows.flatMap((row) => Array.from({ length: row.times ?? 1 }, () => row));
  const tasks = asked.flatMap((row) => [...viewers].map(([viewer, token]) => ({ row, viewer, token })));
  return tasks.flatMap((task, index) => {
    const choice = picked(chosen, index);
    return choice ? [{ ...task, choice }] : [];
  });
}

describe('REST and GraphQL', () => {
  let service: TestService;
  // The test also covers invalid tokens, but not their rate limit.
  beforeAll(async () => (service = await startService({ LIMIT_UNKNOWN_TOKEN_ADDRESS: 'off' })));
  afterAll(() => service.stop());

  it('are compared at every GET row of the table of routes', () => {
    const documented = paths.filter(({ method, now }) => method === 'GET' && now === 'answers');
    const built = routes.filter(({ method }) => method === 'GET');
    expect(rows.map(nameOf).sort()).toEqual([...new Set([...documented, ...built].map(nameOf))].sort());
  });

  it(`return and hide the same records for every viewer, in ${WORLDS} random worlds`, async () => {
    const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
    const tallies = new Map(rows.map((row): [Row, Tally] => [row, { something: 0, nothing: 0, refused: 0 }]));
    const property = fc.asyncProperty(tree, choices, async (grown, chosen) => {
      const world = worldOf(grown, Math.floor(Date.now() / 1000));
      await insertWorld(service.database.pool, world);
      const found = await differences(service, poolsOf(world), tasksIn(world, chosen), tallies);
      const shown = found.slice(0, DIFFERENCES_SHOWN).join('\n\n');
      if (found.length > 0) throw new Error(`${found.length} differences, such as\n${shown}`);
    });
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: WORLDS, endOnFailure: true });
    if (failed) throw new Error(`With TEST_SEED=${seed}: ${String(errorInstance)}`);

    // Enough for a meaningful result.
    const silent = [...tallies].filter(([, { something }]) => something === 0).map(([{ path }]) => path);
    const refusing = [...tallies].filter(([, { refused }]) => refused > 0).map(([{ path }]) => path);
    const never = rows.map(({ path }) => path).filter((path) => !refusing.includes(path));
    expect({ seed, silent, never }).toEqual({ seed, silent: [], never: open });
  });
});
