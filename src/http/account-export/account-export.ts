import type { ServerResponse } from 'node:http';
import type { PageRequest } from '../pages/page-file.js';
import { isRead, send, type Reply } from '../send.js';

/** Reads all data about the person whose link has a secret; null if it is unknown or expired. */
type ReadExport = (secret: string) => Promise<object | null>;

const PATH = /^\/user\/export\/([\w-]{1,100})$/;

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="account.json"',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

const failed = (status: number, error: string, more: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...more },
  body: JSON.stringify({ error }),
});

async function reply(request: PageRequest, secret: string, read: ReadExport): Promise<Reply> {
  if (!isRead(request)) return failed(405, 'The method is not supported.', { Allow: 'GET, HEAD' });
  const data = await read(secret);
  if (data) return { status: 200, headers, body: `${JSON.stringify(data, null, 2)}\n` };
  return failed(404, 'The link has expired. Request another export of your account.');
}

/** `GET /user/export/{secret}`: all data about a person as a file, for the owner of the link. */
export function accountExport(read: ReadExport) {
  return (request: PageRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const secret = PATH.exec(request.path)?.[1];
    if (secret === undefined) return next();
    reply(request, secret, read)
      .then((answer) => send(request, response, answer))
      .catch(next);
  };
}
