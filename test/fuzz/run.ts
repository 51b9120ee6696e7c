import type { Answered } from './answered.js';
import { wordOf, type Asked } from './asked.js';
import { createAsk } from './asking.js';
import { graphRequest } from './graph-request.js';
import { hiddenPaths } from './hidden.js';
import { memoryFindings } from './memory-findings.js';
import { restRequest } from './rest-request.js';
import { runRound, type Finding } from './round.js';
import { startFuzzed, type FuzzedService, type LogLine, type Memory } from './service.js';
import { setStage } from './stage.js';
import type { Tape } from './tape.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Duration; undefined if `rounds` determines the extent. */
  readonly minutes?: number;
  readonly rounds?: number;
  /** One request instead of random ones. */
  readonly only?: Asked;
}

export interface FuzzResult {
  readonly findings: readonly Finding[];
  /** Number of responses, by API and status. */
  readonly answers: ReadonlyMap<string, number>;
  /** Resident memory after each round, in MB. */
  readonly memory: readonly number[];
}

const ROUND = { requests: 250, shrinks: 800 };
const ERROR_LEVEL = 50;
/** Interval of progress messages. */
const TELL_MS = 60_000;

/** Sometimes several callers send the same request concurrently. */
const crowded =
  (request: (tape: Tape) => Asked) =>
  (tape: Tape): Asked => {
    const copies = tape.chance(4) ? 2 + tape.below(4) : 1;
    return { ...request(tape), ...(copies > 1 && { copies }) };
  };
const apis = [crowded(restRequest), crowded(graphRequest)] as const;

/** Sends random requests to a service, alternating between REST and GraphQL, and checks the results. */
export async function fuzz(options: FuzzOptions, say: (sentence: string) => void): Promise<FuzzResult> {
  const service = await startFuzzed();
  const findings: Finding[] = [];
  const answers = new Map<string, number>();
  const memory: number[] = [];
  const asking = new Map<string, Asked>();
  let stage = await setStage(service.pool, service.base.origin);
  /** Lines of the log. */
  let read = 0;

  const heard = (asked: Asked, { status, headers }: Answered) => {
    const key = `${asked.target.startsWith('/graphql') ? 'graph' : 'v2.1'} ${status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    asking.set(headers.get('x-request-id') ?? '', asked);
  };
  const ask = createAsk({ service, stage: () => stage, heard });
  const isKnown = (one: Finding) => findings.some((known) => signature(known) === signature(one));
  const note = (finding: Finding) => {
    if (isKnown(finding)) return;
    findings.push(finding);
    say(told(finding, options.seed));
  };

  const readLog = () => {
    const lines = service.log();
    for (const finding of errorsIn(lines.slice(read), asking)) note(finding);
    read = lines.length;
    asking.clear();
  };

  if (options.only) {
    const wrong = await ask(options.only);
    if (wrong !== undefined) note({ wrong, asked: options.only });
  }
  const end = Date.now() + (options.minutes ?? Infinity) * 60_000;
  let tellAt = Date.now() + TELL_MS;
  for (let round = 0; isWanted(options, round) && Date.now() < end; round += 1) {
    stage = await setStage(service.pool, service.base.origin);
    const request = apis[round % apis.length]!;
    const found = await runRound({ seed: options.seed + round, ...ROUND, request, ask, isKnown });
    if (found) note(found);
    readLog();
    if (service.ended()) break;
    const taken = await service.memory();
    memory.push(taken.resident);
    if (Date.now() < tellAt) continue;
    tellAt += TELL_MS;
    const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
    say(`${total} answers, ${findings.length} findings; ${inWords(taken)}.`);
  }
  const early = service.ended();
  if (early) note({ wrong: `the service ended with ${early.code}: ${early.errors.slice(-2_000)}`, asked: undefined });
  else for (const wrong of await lastLook(service, memory)) note({ wrong, asked: undefined });
  return { findings, answers, memory };
}

const isWanted = ({ only, rounds = Infinity }: FuzzOptions, round: number): boolean => !only && round < rounds;

const inWords = ({ resident, heap, external }: Memory): string =>
  `${Math.round(resident)} MB resident (${Math.round(heap)} of heap, ${Math.round(external)} of buffers)`;

/** The same problem of the same operation is reported once. */
const signature = ({ wrong, asked }: Finding): string =>
  `${wrong} ${asked?.method} ${asked?.target.replace(/\?.*$/s, '').replaceAll(/<(\w+):\d+>|(?<=\/)[^/<]*[%\d\x80-\xff][^/]*/g, '*')}`;

function told({ wrong, asked }: Finding, seed: number): string {
  const again = `npm run fuzz -- --seed ${seed}`;
  if (!asked) return `FOUND  ${wrong}\n  ${again}`;
  const { as, method, target } = asked;
  return `FOUND  ${wrong}\n  ${as}: ${method} ${target}\n  npm run fuzz -- --repeat ${wordOf(asked)}\n  or, with all earlier requests: ${again}`;
}

/** Internal errors in the log. */
function errorsIn(lines: readonly LogLine[], asking: ReadonlyMap<string, Asked>): Finding[] {
  return lines
    .filter(({ level }) => level >= ERROR_LEVEL)
    .map(({ msg, err, requestId }) => ({
      wrong: `logs an error: ${msg} ${err?.message?.slice(0, 200) ?? ''}\n${err?.stack?.slice(0, 1_200) ?? ''}`,
      asked: asking.get(requestId ?? ''),
    }));
}

/** Final checks: hidden records stay hidden, counters are correct, memory is bounded, and the shutdown is clean. */
async function lastLook(service: FuzzedService, memory: readonly number[]): Promise<string[]> {
  const wrong = await hiddenPaths(service);
  const doctor = await service.doctor();
  if (doctor.code !== 0) wrong.push(`lectern doctor: ${doctor.output}${doctor.errors}`);
  wrong.push(...memoryFindings(memory));
  const { code, errors } = await service.stop();
  if (code !== 0) wrong.push(`ends with exit code ${code} after SIGTERM: ${errors}`);
  return wrong;
}
