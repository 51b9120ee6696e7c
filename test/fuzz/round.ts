import fc from 'fast-check';
import type { Asked } from './asked.js';
import type { Ask } from './asking.js';
import { Tape } from './tape.js';

/** A finding: the problem, and the simplest request that reproduces it. */
export interface Finding {
  readonly wrong: string;
  readonly asked: Asked | undefined;
}

interface Round {
  readonly seed: number;
  readonly requests: number;
  /** Maximum number of requests for simplifying one. */
  readonly shrinks: number;
  /** The request that a tape encodes. */
  readonly request: (tape: Tape) => Asked;
  readonly ask: Ask;
  /** Known findings are skipped. */
  readonly isKnown: (finding: Finding) => boolean;
}

const LONGEST_TAPE = 400;

const tapes = fc
  .array(fc.nat(), { minLength: 40, maxLength: LONGEST_TAPE, size: 'max' })
  .map((numbers) => numbers.map((number) => number >>> 3));

/** Sends requests until a response is incorrect, then simplifies that request. */
export async function runRound({
  seed,
  requests,
  shrinks: most,
  request,
  ask,
  isKnown,
}: Round): Promise<Finding | undefined> {
  let found: Finding | undefined;
  let isShrinking = false;
  let shrinks = 0;
  const property = fc.asyncProperty(tapes, async (numbers) => {
    if (isShrinking && (shrinks += 1) > most) return;
    try {
      const asked = request(new Tape(numbers));
      const wrong = await ask(asked);
      if (wrong === undefined || isKnown({ wrong, asked }) || (found && found.wrong !== wrong)) return;
      found = { wrong, asked };
      throw new Error(wrong);
    } catch (error) {
      isShrinking = true;
      throw error;
    }
  });
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: requests, unbiased: true });
  if (failed && !found) throw errorInstance;
  return found;
}
