import type { Recorded } from '../support/recording.js';
import { createJudge } from './answers.js';

/** What no UTF-8 text turns into: the recording of something packed holds it. */
const NO_TEXT = '\uFFFD';

/** Pages for people, scripts, and what the admin port says: none of it is described. */
const NO_JSON = /^[^[{]/;

/** Every answer of a recording that the OpenAPI document does not describe, each kind of it once, in words. */
export function undescribedIn(recorded: readonly Recorded[]): string[] {
  const judge = createJudge();
  const wrong = new Map<string, string>();
  for (const one of recorded) {
    if (one.kind !== 'exchange' || one.status === undefined) continue;
    const { method, path, status } = one;
    const body = one.isWhole ? one.answer.slice(one.answer.indexOf('\n') + 1) : '';
    if (NO_JSON.test(body)) continue;
    const problem = judge({ method, path, status, body: body.includes(NO_TEXT) ? '' : body });
    if (problem !== undefined)
      wrong.set(`${method} ${path.replaceAll(/\d+/g, '')} ${problem}`, `${method} ${path} ${problem}`);
  }
  return [...wrong.values()];
}
