import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { secretsIn, withoutSecrets } from './said-secrets.js';

/**
 * Everything that the services of a test run answer and log, one JSON line each, so that the end of the run can look for
 * secrets in it (global-teardown.ts). Every process writes into a file of its own.
 */

/** Names the folder; unset where nothing is recorded. */
export const RECORDING_VARIABLE = 'LECTERN_TEST_RECORDING';

export type Recorded =
  | {
      readonly kind: 'exchange';
      readonly method: string;
      /** Without its query. */
      readonly path: string;
      /** What is confidential in the request: passwords, secrets, tokens. */
      readonly secrets: readonly string[];
      /** The rest of the request. */
      readonly said: string;
      /** Head and body. */
      readonly answer: string;
      /** Of what was answered whole. */
      readonly status?: number;
      /** Whether all of the answer was heard. */
      readonly isWhole?: boolean;
    }
  /** Lines of a log, or of standard error. */
  | { readonly kind: 'output'; readonly text: string }
  /** Something confidential that was configured or mailed. */
  | { readonly kind: 'secret'; readonly value: string };

/** What is longer is about sizes, not about secrets. */
const MOST_BYTES = 131_072;

export function record(recorded: Recorded): void {
  const folder = process.env[RECORDING_VARIABLE];
  if (folder) appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(recorded)}\n`);
}

export const recordOutput = (text: string): void => record({ kind: 'output', text });

/** Notes what is confidential among the variables of a configuration. */
export function recordConfiguration(environment: Readonly<Record<string, string>>): void {
  const { SECRET_KEY, ...others } = environment;
  const addresses = Object.values(others).filter((value) => /^\w+:\/\/[^/]*:[^/]*@/.test(value) && URL.canParse(value));
  const passwords = addresses.map((address) => decodeURIComponent(new URL(address).password));
  for (const value of [...passwords, ...(SECRET_KEY === undefined ? [] : [SECRET_KEY])])
    record({ kind: 'secret', value });
}

/** Keeps the beginning of what passes by. */
function listener(): { hear(chunk: unknown): void; heard(): string } {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    hear(chunk) {
      if (length > MOST_BYTES || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return;
      chunks.push(Buffer.from(chunk as Buffer));
      length += chunk.length;
    },
    heard: () => Buffer.concat(chunks).subarray(0, MOST_BYTES).toString(),
  };
}

/** Listens in on an exchange, of which the service notices nothing. */
export function recordExchange(request: IncomingMessage, response: ServerResponse): void {
  // Express changes the address on its way.
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sent = listener();
  const answered = listener();
  const emit = request.emit.bind(request);
  request.emit = (name: string | symbol, ...given: unknown[]) => {
    if (name === 'data') sent.hear(given[0]);
    return emit(name, ...given);
  };
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...given: unknown[]) => unknown;
    const listening = (...given: unknown[]) => {
      answered.hear(given[0]);
      return send(...given);
    };
    Object.assign(response, { [name]: listening });
  }
  response.once('close', () => {
    const text = `${query}\n${sent.heard()}`;
    const body = answered.heard();
    record({
      ...{ kind: 'exchange', method: request.method ?? '', path },
      ...(response.writableFinished && { status: response.statusCode, isWhole: Buffer.byteLength(body) < MOST_BYTES }),
      secrets: secretsIn(request.headers.authorization, text),
      said: withoutSecrets(text),
      answer: `${JSON.stringify(response.getHeaders())}\n${body}`,
    });
  });
}
