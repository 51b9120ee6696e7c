import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import { bodyBytes } from '../request-body.js';

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;
/** The form has one field; mail programs may add some of their own. */
const limits = { parts: 10, fields: 10, files: 0, fieldSize: 100 };

/**
 * Whether the body of a request is `List-Unsubscribe=One-Click`. Mail programs should send it as `multipart/form-data`,
 * and may send it as `application/x-www-form-urlencoded` (RFC 8058 §3.2).
 *
 * @throws Error with a `status`: 400, 413 or 415, as `bodyBytes`
 */
export async function isOneClick(request: IncomingMessage): Promise<boolean> {
  const { headers } = request;
  if (!FORM.test(headers['content-type'] ?? '')) return false;
  const body = await bodyBytes(request);
  return new Promise((resolve) => {
    const parser = parserFor(headers);
    if (!parser) return resolve(false);
    let isFound = false;
    parser.on('field', (name, value) => {
      isFound ||= name === 'List-Unsubscribe' && value === 'One-Click';
    });
    parser.on('error', () => resolve(false));
    parser.on('close', () => resolve(isFound));
    parser.end(body);
  });
}

/** Null if the type has no boundary. */
function parserFor(headers: IncomingMessage['headers']): busboy.Busboy | null {
  try {
    return busboy({ headers, limits });
  } catch {
    // A malformed type, for which busboy throws plain errors.
    return null;
  }
}
