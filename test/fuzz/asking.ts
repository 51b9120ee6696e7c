import { send, wireOf, type Answered } from './answered.js';
import type { Asked } from './asked.js';
import { graphOracle, restOracle } from './findings.js';
import type { FuzzedService } from './service.js';
import type { Stage } from './stage.js';

/** Sends a request and checks the response. @returns the problem in words */
export type Ask = (asked: Asked) => Promise<string | undefined>;

/** Longer than any regular response takes, unless the machine is busy. */
const LATE_MS = 2_000;
const TRIES = 3;

interface Asking {
  readonly service: FuzzedService;
  /** The current target of requests. */
  readonly stage: () => Stage;
  /** Called with every response. */
  readonly heard: (asked: Asked, answered: Answered) => void;
}

export function createAsk({ service, stage, heard }: Asking): Ask {
  const once = async (asked: Asked): Promise<Answered> => {
    const wire = wireOf(asked, service.base.host, (text) => stage().fill(text, asked.as));
    const answered = await send(service.base, wire, asked.method === 'HEAD');
    heard(asked, answered);
    return answered;
  };
  return async (asked) => {
    const oracle = asked.target.startsWith('/graphql') ? graphOracle : restOracle;
    const { copies = 1 } = asked;
    const answers = await Promise.all(Array.from({ length: copies }, () => once(asked)));
    const wrong = answers.map((answered) => oracle(asked, answered)).find((words) => words !== undefined);
    if (wrong !== undefined || answers.every(({ ms }) => ms < LATE_MS * copies)) return wrong;
    // The machine may have been busy: only repeated delays count.
    for (let tried = 1; tried < TRIES; tried += 1) if ((await once(asked)).ms < LATE_MS) return undefined;
    return `takes longer than ${LATE_MS} ms`;
  };
}
