import type { Example } from '../../rest-facade/openapi/example.js';
import type { Answer, Json } from '../rest/ask.js';
import type { Showcase } from './showcase.js';

/** The caller: a demo account, or any user with a token. */
interface Asked {
  readonly token?: string;
  /** Values of the path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Json | FormData;
}

/** Requests rows of the table by their patterns, and keeps the first response of each. */
export interface Guide {
  readonly ask: (pattern: string, asked?: Asked) => Promise<Answer>;
  readonly examples: Map<string, Example>;
}

/** The origin of services in examples. */
const ORIGIN = 'http://127.0.0.1:8080';
/** Examples are public. */
const TOKEN = /lec_\w+/g;

export function guideThrough({ base }: Pick<Showcase, 'base'>): Guide {
  const examples = new Map<string, Example>();
  const publicly = (text: string) => text.replaceAll(base, ORIGIN).replace(TOKEN, 'lec_…');

  return {
    examples,
    async ask(pattern, asked = {}) {
      const { params = {}, query = '' } = asked;
      const [method = '', path = ''] = pattern.split(' ');
      const place = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const answer = await fetchAnswer(base + place + query, method, asked);
      if (!examples.has(pattern)) examples.set(pattern, exampleOf(asked, answer, publicly));
      return answer;
    },
  };
}

async function fetchAnswer(address: string, method: string, { token, body }: Asked): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(isJson && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function exampleOf({ params = {}, body }: Asked, answer: Answer, publicly: (text: string) => string): Example {
  const { status, headers, text } = answer;
  const location = headers.get('location');
  const [, graph] = /<[^>]*?(\/graphql\?[^>]*)>/.exec(headers.get('link') ?? '') ?? [];
  return {
    params,
    status,
    ...(body !== undefined &&
      !(body instanceof FormData) && { body: JSON.parse(publicly(JSON.stringify(body))) as Json }),
    ...(text !== '' && { answer: JSON.parse(publicly(text)) as unknown }),
    ...(location !== null && { location: publicly(location) }),
    ...(graph !== undefined && { graph }),
  };
}
