import type { TestService } from '../support/service.js';

export type Json = Record<string, unknown>;

/** An HTTP response; redirects are not followed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Question {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a text is sent unchanged, with the type in `headers`. */
  readonly body?: unknown;
}

/** Requests a path of the service, or a URL from a response. */
export async function ask({ base }: Pick<TestService, 'base'>, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', token, headers = {}, body } = question;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const address = path.startsWith('/') ? base + path : path;
  const type = body === undefined || typeof body === 'string' ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: { ...authorization, ...type, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The JSON of a response. */
export const bodyOf = ({ text }: Pick<Answer, 'text'>): Json => JSON.parse(text) as Json;

export const metaOf = (answer: Answer): Json => bodyOf(answer)['meta'] as Json;

/** The records of a response by the name of their type. */
export function recordsOf(answer: Answer, name: string): Json[] {
  const records = bodyOf(answer)[name];
  if (!Array.isArray(records)) throw new Error(`No ${name} in ${answer.status} ${answer.text}`);
  return records as Json[];
}

/** The only record of a response. */
export function recordOf(answer: Answer, name: string): Json {
  const [record, ...others] = recordsOf(answer, name);
  if (!record || others.length > 0) throw new Error(`Not one record in ${answer.text}`);
  return record;
}

/** The JSON text: comparing it covers values, types and the order of members. */
export const inOrder = (value: unknown): string => JSON.stringify(value, null, 1);
