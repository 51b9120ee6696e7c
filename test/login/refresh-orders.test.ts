import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { ownerOf, redeem, refreshForm, request, tokensFor } from './flow.js';

const LOGIN = { username: 'ada', password: 'difference engine' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createMember(service.database.pool, LOGIN.username, LOGIN.password);
});
afterAll(() => service.stop());

/** Which token a tab presents: the current one, or its predecessor. */
const turn = fc.constantFrom('current', 'predecessor');
/** Turns that happen one after the other; those of one round at once. */
const rounds = fc.array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

async function refresh(token: string) {
  const { status, body } = await redeem(service, refreshForm(token));
  return { status, refreshToken: body.refresh_token ?? '', accessToken: body.access_token ?? '' };
}

describe('A login whose tabs refresh in any order', () => {
  it('goes on while they present the current token or its predecessor, and ends with an earlier one', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const first = await tokensFor(service, request(service), LOGIN);
        const chain = [first.refresh_token];
        for (const round of all) {
          // Of one round, all present the same token: a token that is used in between would be an earlier one.
          const at = round[0] === 'predecessor' && chain.length > 1 ? chain.length - 2 : chain.length - 1;
          const replies = await Promise.all(round.map(() => refresh(chain[at] ?? '')));
          expect(replies.map(({ status }) => status)).toEqual(round.map(() => 200));
          const [successor, ...others] = new Set(replies.map(({ refreshToken }) => refreshToken));
          expect(others).toEqual([]);
          if (at === chain.length - 1) chain.push(successor ?? '');
          else expect(successor).toBe(chain.at(-1));
        }
        expect(await ownerOf(service, first.access_token)).toBe('ada');

        const { accessToken } = await refresh(chain.at(-1) ?? '');
        expect((await refresh(chain[0] ?? '')).status).toBe(400);
        expect(await ownerOf(service, accessToken)).toBeNull();
      }),
      { numRuns: 12 },
    );
  });
});
