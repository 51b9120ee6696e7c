import { request as send } from 'node:http';
import { createHash } from 'node:crypto';
import type { Role } from '../permissions/truth.js';

/** A request as it is stored: everything except the viewer's token. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of `body`, if it is not text. */
  readonly base64?: string;
  /** The name of a stored operation: its text becomes part of the body. */
  readonly operation?: string;
  /** SQL that prepares the world. */
  readonly given?: string;
}

/** A response without the headers that the protocol adds to each. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request, and the responses to each viewer. */
export interface Recording {
  readonly request: RecordedRequest;
  readonly responses: readonly (RecordedResponse & { readonly viewers: readonly Role[] })[];
}

/** Media type of a text body. */
const MAX_LENGTH = 4096;
const TRANSPORT = new Set(['connection', 'content-length', 'date', 'keep-alive', 'x-request-id']);

/** Sends a request as one of the viewers. */
export async function exchange(base: string, request: RecordedRequest, token?: string): Promise<RecordedResponse> {
  const { method, path, headers, body = '', base64 } = request;
  const content = base64 === undefined ? Buffer.from(body) : Buffer.from(base64, 'base64');
  return new Promise((resolve, reject) => {
    const sending = send(base + path, {
      method,
      headers: {
        ...(content.length > 0 && { 'content-type': 'application/json', 'content-length': content.length }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...{ 'x-request-id': 'recording', ...headers },
      },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !TRANSPORT.has(name));
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)]).sort()) as Record<
            string,
            string
          >,
          body: bodyOf(Buffer.concat(chunks), response.headers['content-type']),
        });
      });
    });
    sending.end(content);
  });
}

/** Long bodies are stored as their hash: the comparison is as strict, and the files stay small. */
function bodyOf(content: Buffer, type = ''): string {
  const text = content.toString();
  const isReadable = Buffer.from(text).equals(content) && !type.startsWith('text/html') && text.length <= MAX_LENGTH;
  return isReadable ? text : `sha256 ${createHash('sha256').update(content).digest('hex')}`;
}
