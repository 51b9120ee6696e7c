import type { IncomingMessage } from 'node:http';
import { unsubscribe } from '../../core/account/notification-settings.js';
import { readUnsubscribeToken } from '../../core/account/notification-links.js';
import type { NotificationTopic } from '../../core/mail-kinds.js';
import { HttpError } from '../http-error.js';
import { statusOfBodyError } from '../login/parameters.js';
import { rendered } from '../pages/page-file.js';
import { coreRows, type RowTable } from '../rows/row.js';
import { sentenceForPeople } from '../rows/sentences.js';
import { isRead, type Reply } from '../send.js';
import { isOneClick } from './one-click.js';

/** What the pages call the mails of a topic. */
const names: Readonly<Record<NotificationTopic, string>> = {
  FEEDBACK: 'new feedback on your talks',
  CLAIMS: 'speaker claims',
  REPORTS: 'reported comments',
  SUBMISSIONS: 'submitted events',
  DECISIONS: 'decisions about your events',
};

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
  const main = rendered('unsubscribe/main.html', { problem: '', isDone: false, topic: '', ...values });
  return { status, headers, body: rendered('login/layout.html', { ...values, title, main }) };
}

const refused = (status: number, sentence: string) =>
  new HttpError(status, 'INVALID', 'REQUEST_INVALID', {}, { sentence });

/**
 * `/unsubscribe/{token}`: POST turns off mails of a topic at once, without a login and without a redirect, as mail
 * programs require (RFC 8058). GET shows a button only, because mail scanners follow links.
 */
export const unsubscribePages: RowTable = {
  ...{ maxRecords: 1, credentials: 'ignored', isSameOrigin: true },
  rows: coreRows(
    ['GET', 'HEAD', 'POST'],
    '/unsubscribe/:token',
    async ({ params: { token = '' }, productName }, { incoming, context: contextOf }) => {
      const context = await contextOf();
      const found = readUnsubscribeToken(token, context.services.secretKey);
      if (!found) throw refused(404, 'This link is incomplete or outdated. Use the link in a newer mail.');
      const values = { productName, topic: names[found.topic] };
      if (isRead(incoming)) return page(200, 'Stop these mails?', values);
      await checkForm(incoming);
      await unsubscribe(context, token);
      return page(200, 'You are unsubscribed', { ...values, isDone: true });
    },
  ),
  render(error, { productName }) {
    const failed = page(error.status, 'Something went wrong', { productName, problem: sentenceForPeople(error) });
    return { ...failed, headers: { ...headers, ...error.headers } };
  },
};

/** @throws HttpError if the body is not that of a mail program or of the page */
async function checkForm(request: IncomingMessage): Promise<void> {
  const isComplete = await isOneClick(request).catch((error: unknown) => {
    const status = statusOfBodyError(error);
    if (status === undefined) throw error;
    throw refused(status, 'The form is not readable. Open the link of the mail again.');
  });
  if (!isComplete) throw refused(400, 'The request is incomplete. Open the link of the mail and press the button.');
}
