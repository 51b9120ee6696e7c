import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookRequest } from '../../src/core/webhooks/ports.js';
import { atTheEnd } from '../support/clean-up.js';

export interface Receiver {
  /** `127.0.0.1:port`, as in WEBHOOK_ALLOW. */
  readonly host: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  readonly connections: readonly Socket[];
}

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Reads each request completely, then responds. */
export async function startReceiver(respond: RequestListener, certificate?: KeyAndCertificate): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      requests.push({ method: request.method, path: request.url, headers: request.headers, body });
      respond(request, response);
    });
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  return { ...(await listen(server)), requests };
}

/** Counts the connections to a server, and closes them at the end of the test. */
export async function listen(server: Server): Promise<Omit<Receiver, 'requests'>> {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => connections.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(async () => {
    server.close();
    for (const socket of connections) socket.destroy();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, connections };
}

export const replying =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end();

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const webhookTo = (url: string, secrets: readonly string[] = [newSecret()]): WebhookRequest => ({
  url,
  id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  body: JSON.stringify({ type: 'talk.created', data: { title: 'Größe' } }),
  secrets,
  userAgent: 'Lectern/0.1.0',
});

export const secondsNow = (): number => Date.now() / 1_000;
