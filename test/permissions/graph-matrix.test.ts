import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORM_TYPE, formOf } from '../rest/multipart.js';
import type { GraphWrite } from './graph-write.js';
import { graphWrites } from './graph-writes.js';
import { blindRoles, roles, type Role } from './truth.js';
import type { At } from './world.js';
import { startScenario, type Scenario } from './writes.js';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ LIMIT_UNKNOWN_TOKEN_ADDRESS: 'off', COMMENT_EDIT_MINUTES: '180' });
});
afterAll(() => scenario.service.stop());

interface GraphError {
  readonly extensions: { readonly code: string; readonly problems: readonly { readonly reason: string }[] };
}

async function send({ mutation, input, file }: GraphWrite, at: At, by: Role): Promise<readonly GraphError[]> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = input
    ? `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`
    : `mutation { ${mutation} { __typename } }`;
  const given = { ...input?.(at), ...(file !== undefined && { file: null }) };
  const operations = JSON.stringify({ query, variables: { input: given } });
  const form = formOf([
    { name: 'operations', content: operations },
    { name: 'map', content: JSON.stringify({ 0: ['variables.input.file'] }) },
    { name: '0', filename: 'file', content: file ?? '' },
  ]);
  const token = at.tokens[by];
  const response = await fetch(`${scenario.service.base}/graphql`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': file === undefined ? 'application/json' : FORM_TYPE, 'apollo-require-preflight': 'yes' },
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: file === undefined ? operations : new Uint8Array(form),
  });
  const { errors = [] } = (await response.json()) as { errors?: readonly GraphError[] };
  return errors;
}

/** The outcome of each role in a new world, in the notation of the table. */
async function truthOf(write: GraphWrite, place: 'shown' | 'hidden', who: readonly Role[]) {
  const { world, snapshot } = scenario;
  const told: Partial<Record<Role, string>> = {};
  for (const role of who) {
    const errors = await send(write, { ...world, ...world[place] }, role);
    const isAsBefore = await snapshot.isAsBefore();
    const refused = errors.map(({ extensions: { code, problems } }) => `${code} ${problems[0]?.reason}`).join();
    told[role] = refused ? refused + (isAsBefore ? '' : ', but data have changed') : isAsBefore ? 'unchanged' : 'done';
    if (!isAsBefore) await snapshot.restore();
  }
  return told;
}

// A script that breaks one rule selects the writes that this rule decides about.
const rule = process.env['LECTERN_RULE'];
const tried = graphWrites.filter(({ asks }) => rule === undefined || asks.some((one) => one === rule));

describe('Permissions of writes that v2.1 does not have', () => {
  // No `it.each`: it fails without cases, as for most rules.
  for (const write of tried) {
    it(write.name, async () => {
      expect(await truthOf(write, 'shown', roles)).toEqual(write.truth);
    });

    if (write.unseen !== undefined)
      it(`${write.name}, of a hidden event`, async () => {
        const expected = Object.fromEntries(blindRoles.map((role) => [role, `NOT_FOUND ${write.unseen}`]));
        expect(await truthOf(write, 'hidden', blindRoles)).toEqual(expected);
      });
  }
});
