import { inOrder } from '../rest/ask.js';
import type { TestService } from '../support/service.js';
import { askBothApis, questionAbout, type Reply } from './both-apis.js';
import type { Choice } from './choice.js';
import type { Pools } from './pools.js';
import { addressOf } from './question.js';
import type { Row } from './rows.js';

/** A request and its viewer. */
export interface Task {
  readonly row: Row;
  readonly viewer: string;
  readonly token: string | undefined;
  readonly choice: Choice;
}

/** Number of responses of a row: with records, with an empty list, and with an error. */
export type Tally = Record<'something' | 'nothing' | 'refused', number>;

const AT_ONCE = 6;

function kindOf(said: Reply): keyof Tally {
  if (said.status >= 400) return 'refused';
  return 'body' in said && inOrder(Object.values(said.body)[0]) === '[]' ? 'nothing' : 'something';
}

/** The lines around the first difference. */
function around(one: string, other: string): string {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return lines.slice(Math.max(at - 1, 0), at + 4).join('\n  ');
}

/** Sends all requests, and reports differences between the APIs: members, their types and their order. */
export async function differences(
  service: TestService,
  pools: Pools,
  tasks: readonly Task[],
  tallies: ReadonlyMap<Row, Tally>,
): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.pop(); task; task = waiting.pop()) {
      const { row, viewer, token, choice } = task;
      const question = questionAbout(row, choice, pools);
      const { expected, answered } = await askBothApis(service, row, question, token);
      const tally = tallies.get(row);
      if (tally) tally[kindOf(answered)] += 1;
      const [wanted, got] = [inOrder(expected), inOrder(answered)];
      if (wanted === got) continue;
      const [graph, rest] = [around(wanted, got), around(got, wanted)];
      found.push(`GET ${addressOf(question)} as ${viewer}\n the graph:\n  ${graph}\n v2.1:\n  ${rest}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.sort();
}
