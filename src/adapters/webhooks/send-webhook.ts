import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import type { TcpSocketConnectOpts } from 'node:net';
import { finished } from 'node:stream';
import type { SendWebhook, WebhookRequest, WebhookResult } from '../../core/webhooks/ports.js';
import { CLOSED_EARLY, describeFault, urlFaults } from './fault.js';
import { createPublicLookup } from './public-lookup.js';
import { retryAfterSeconds } from './retry-after.js';
import { signatureHeader } from './signature.js';
import { isAllowed, webhookUrlProblem } from './webhook-url.js';

export interface WebhookSenderOptions {
  /** The `host:port` entries of WEBHOOK_ALLOW: non-public addresses and http are permitted there. */
  readonly allowed: readonly string[];
  /** For DNS, connection, TLS, headers and body together. */
  readonly timeoutMs?: number;
  /** Instead of those of the system, for tests. */
  readonly nameServers?: readonly string[];
  /** Instead of the public certificate authorities, for tests. */
  readonly ca?: string;
}

type Attempt = Omit<WebhookResult, 'durationMs'>;

const TIMEOUT_MS = 15_000;
/** Beyond it, the connection is closed. */
const MAX_RESPONSE_BYTES = 65_536;
/** With several addresses, the time for each; the default of 250 ms is too short for distant hosts. */
const connectOptions: Pick<TcpSocketConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
  autoSelectFamilyAttemptTimeout: 2_000,
};

export function createWebhookSender(options: WebhookSenderOptions): SendWebhook {
  return async (webhook, now) => {
    const begin = performance.now();
    const problem = webhookUrlProblem(webhook.url, options.allowed);
    const reply = problem ? failed(urlFaults[problem]) : await post(webhook, Math.floor(now), options);
    return { ...reply, durationMs: Math.round(performance.now() - begin) };
  };
}

async function post(
  { url, id, body, secrets, userAgent }: WebhookRequest,
  now: number,
  { allowed, timeoutMs = TIMEOUT_MS, nameServers, ca }: WebhookSenderOptions,
): Promise<Attempt> {
  const target = new URL(url);
  const { lookup, cancel } = createPublicLookup(nameServers);
  const requestOptions: RequestOptions = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': signatureHeader(secrets, id, now, body),
    },
    // An agent of its own: no connection or TLS session of an earlier request, and no proxy of the environment.
    agent: false,
    // NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    ...connectOptions,
    // Internal names may be in /etc/hosts, so the system resolves them.
    ...(!isAllowed(target, allowed) && { lookup }),
    ...(ca !== undefined && { ca }),
  };
  const outgoing = (target.protocol === 'http:' ? requestHttp : requestHttps)(target, requestOptions);

  return new Promise((resolve) => {
    let response: IncomingMessage | null = null;
    /** Called repeatedly, because destruction emits events; the first call decides. */
    const finish = (fault: string): void => {
      clearTimeout(timer);
      cancel();
      outgoing.destroy();
      resolve(response ? replyOf(response, now) : failed(fault));
    };
    const timer = setTimeout(() => finish(`no response within ${timeoutMs / 1_000} s`), timeoutMs);
    outgoing.on('error', (error) => finish(describeFault(error)));
    outgoing.on('close', () => finish(CLOSED_EARLY));
    outgoing.on('response', (incoming) => {
      response = incoming;
      discardBody(incoming, () => finish(CLOSED_EARLY));
    });
    outgoing.end(body);
  });
}

/** Reads the start of the body: a receiver whose connection is closed within its response may undo its work. */
function discardBody(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= MAX_RESPONSE_BYTES) response.destroy();
  });
  finished(response, done);
}

/** The status decides, even if the body is incomplete: a receiver has then accepted or refused the webhook. */
function replyOf({ statusCode: status = 0, headers }: IncomingMessage, now: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status, retryAfterSeconds: null, error: null };
  if (status === 410) return { outcome: 'gone', status, retryAfterSeconds: null, error: 'HTTP 410' };
  const error = status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
  return { outcome: 'failed', status, retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now), error };
}

function failed(error: string): Attempt {
  return { outcome: 'failed', status: null, retryAfterSeconds: null, error };
}
