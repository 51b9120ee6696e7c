import type { Recorded } from '../support/recording.js';
import { createJudge } from './answers.js';

/** The replacement character, which recordings of compressed bodies contain. */
const NO_TEXT = '\uFFFD';

/** HTML, scripts, and responses of the admin port are not documented. */
const NO_JSON = /^[^[{]/;

/** Every recorded response that violates the OpenAPI document, one per kind, in words. */
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
