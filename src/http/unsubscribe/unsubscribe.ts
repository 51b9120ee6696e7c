import { Liquid, type Template } from 'liquidjs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { memoize } from '../../config/memoize.js';
import { unsubscribe } from '../../core/account/notification-settings.js';
import { readUnsubscribeToken } from '../../core/account/notification-links.js';
import type { Context } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import type { NotificationTopic } from '../../core/mail-kinds.js';
import type { Requests } from '../create-context.js';
import { statusOfBodyError } from '../login/parameters.js';
import { textOf, type PageRequest } from '../pages/page-file.js';
import { isRead, send, type Reply } from '../send.js';
import { isOneClick } from './one-click.js';

/** What the pages call the mails of a topic. */
const names: Readonly<Record<NotificationTopic, string>> = {
  FEEDBACK: 'new feedback on your talks',
  CLAIMS: 'speaker claims',
  REPORTS: 'reported comments',
  SUBMISSIONS: 'submitted events',
  DECISIONS: 'decisions about your events',
};

const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });
const template = memoize((name: string): Template[] => engine.parse(textOf(name)));

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

function page(status: number, title: string, values: Readonly<Record<string, unknown>>): Reply {
  const main: unknown = engine.renderSync(template('unsubscribe/main.html'), values);
  const body = String(engine.renderSync(template('login/layout.html'), { ...values, title, main }));
  return { status, headers, body };
}

export interface UnsubscribeParts {
  readonly requests: Requests;
  readonly productName: string;
}

const PATH = /^\/unsubscribe\/([^/]{1,1000})$/;
const ALLOW = 'GET, HEAD, POST';
type Next = (error?: unknown) => void;

/**
 * `/unsubscribe/{token}`: POST turns off mails of a topic at once, without a login and without a redirect, as mail
 * programs require (RFC 8058). GET shows a button only, because mail scanners follow links.
 */
export function unsubscribeEndpoint({ requests, productName }: UnsubscribeParts) {
  const failed = (status: number, problem: string): Reply =>
    page(status, 'Something went wrong', { productName, problem, topic: '', isDone: false });

  async function reply(request: PageRequest, token: string): Promise<Reply> {
    const origin = requests.originOf(request);
    if (origin === null) return failed(400, 'The service is not reachable under this host name.');
    const isReadOnly = isRead(request);
    const context = await requests.contextOf(request, { token: null, origin, maxPageSize: 1, isReadOnly });
    const found = readUnsubscribeToken(token, context.services.secretKey);
    if (!found) return failed(404, 'This link is incomplete or outdated. Use the link in a newer mail.');
    const values = { productName, problem: '', topic: names[found.topic] };
    if (isReadOnly) return page(200, 'Stop these mails?', { ...values, isDone: false });
    if (request.method !== 'POST') {
      return { ...failed(405, 'The method is not supported.'), headers: { ...headers, Allow: ALLOW } };
    }
    return (await problemOf(request)) ?? (await turnOff(context, token, values));
  }

  async function problemOf(request: IncomingMessage): Promise<Reply | undefined> {
    try {
      if (await isOneClick(request)) return undefined;
      return failed(400, 'The request is incomplete. Open the link of the mail and press the button.');
    } catch (error) {
      const status = statusOfBodyError(error);
      if (status === undefined) throw error;
      return failed(status, 'The form is not readable. Open the link of the mail again.');
    }
  }

  async function turnOff(context: Context, token: string, values: object): Promise<Reply> {
    try {
      await unsubscribe(context, token);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') throw error;
      const busy = failed(503, 'The service is unavailable. Please try again in a few seconds.');
      return { ...busy, headers: { ...headers, 'Retry-After': '2' } };
    }
    return page(200, 'You are unsubscribed', { ...values, isDone: true });
  }

  return (request: PageRequest, response: ServerResponse, next: Next): void => {
    const token = PATH.exec(request.path)?.[1];
    if (token === undefined) return next();
    reply(request, token)
      .then((answer) => send(request, response, answer))
      .catch(next);
  };
}
