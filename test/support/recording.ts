import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { secretsIn, withoutSecrets } from './said-secrets.js';

/**
 * All responses and logs of the services of a test run, one JSON line each, so that the end of the run can search them
 * for secrets (global-teardown.ts). Every process writes its own file.
 */

/** Name of the variable with the folder; unset without a recording. */
export const RECORDING_VARIABLE = 'LECTERN_TEST_RECORDING';

export type Recorded =
  | {
      readonly kind: 'exchange';
      readonly method: string;
      /** Without its query. */
      readonly path: string;
      /** Confidential values of the request: passwords, secrets, tokens. */
      readonly secrets: readonly string[];
      /** The rest of the request. */
      readonly said: string;
      /** Headers and body. */
      readonly answer: string;
      /** Media type and content coding of a complete response. */
      readonly status?: number;
      /** Whether the response was recorded completely. */
      readonly isWhole?: boolean;
    }
  /** Lines of a log, or of standard error. */
  | { readonly kind: 'output'; readonly text: string }
  /** A confidential value of the configuration or of a mail. */
  | { readonly kind: 'secret'; readonly value: string };

/** Longer bodies are tests of sizes, not of secrets. */
const MOST_BYTES = 131_072;

export function record(recorded: Recorded): void {
  const folder = process.env[RECORDING_VARIABLE];
  if (folder) appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(recorded)}\n`);
}

export const recordOutput = (text: string): void => record({ kind: 'output', text });

/** Records the confidential variables of a configuration. */
export function recordConfiguration(environment: Readonly<Record<string, string>>): void {
  const { SECRET_KEY, ...others } = environment;
  const addresses = Object.values(others).filter((value) => /^\w+:\/\/[^/]*:[^/]*@/.test(value) && URL.canParse(value));
  const passwords = addresses.map((address) => decodeURIComponent(new URL(address).password));
  for (const value of [...passwords, ...(SECRET_KEY === undefined ? [] : [SECRET_KEY])])
    record({ kind: 'secret', value });
}

/** Keeps the beginning of a stream. */
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

/** Records an exchange without affecting the service. */
export function recordExchange(request: IncomingMessage, response: ServerResponse): void {
  // Express changes the URL during routing.
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
