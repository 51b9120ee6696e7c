import { rendered } from '../pages/page-file.js';
import type { Scope } from '../../core/scopes.js';
import type { Reply } from '../send.js';
import type { Recipient } from './authorization-request.js';

/** What the form says about each scope, after "It will be able to". */
const permissions: Readonly<Record<Scope, string>> = {
  read: 'see what you can see, such as the talks that you starred and events that are not public yet',
  feedback: 'comment, rate, star talks and attend events on your behalf',
  speak: 'change the talks that you give, and claim talks on your behalf',
  host: 'submit events, change the events that you host (as an administrator: all events), and decide on reported comments there',
  account: 'change your account',
};

/** Names of the service on its pages. */
export interface PageSettings {
  readonly productName: string;
  /** Base URL of the pages for people that mails link to. */
  readonly website: string;
}

/** What the user sees on the login form. */
interface FormValues extends PageSettings {
  readonly recipient: Recipient;
  readonly scopes: readonly Scope[];
  /** Returns to the application without a login. */
  readonly cancelUrl: string;
  /** The username of a failed attempt. */
  readonly username: string;
  /** Empty before the first attempt. */
  readonly problem: string;
  /** What has been done; empty if nothing. */
  readonly notice: string;
  /** Whether the login may have failed because the e-mail address is not verified: the mail can be sent again. */
  readonly mayBeUnverified: boolean;
}

const pageOf = (name: string, values: object): string =>
  rendered('login/layout.html', { ...values, main: rendered(`login/${name}.html`, values) });

/**
 * Headers of a page that takes a password: no script, no frame, no cache. The referrer stays within the service: with
 * `no-referrer`, browsers would send `Origin: null` with the form.
 *
 * @param formTargets to which the form may lead
 */
const headersWith = (...formTargets: readonly string[]) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets.length > 0 ? formTargets.join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});

/** The login form. Chromium applies `form-action` to the redirect after it, so the policy names its origin. */
export function loginForm(status: number, { recipient, scopes, ...values }: FormValues): Reply {
  const { client, redirectUri } = recipient;
  const { isFirstParty, name } = client;
  const body = pageOf('form', {
    ...values,
    ...{ isFirstParty, clientName: name ?? client.consumerKey, returnsTo: hostOf(redirectUri) },
    permissions: scopes.map((scope) => permissions[scope]),
    title: 'Log in',
  });
  return { status, headers: headersWith("'self'", sourceOf(redirectUri)), body };
}

/** A page for the user of an invalid link, which must not lead to its address. */
export function errorPage(status: number, problem: string, { productName }: Pick<PageSettings, 'productName'>): Reply {
  return {
    status,
    headers: headersWith(),
    body: pageOf('error', { productName, problem, title: 'Something went wrong' }),
  };
}

/** The host of a web address; the scheme of an application on the device. */
function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host || protocol;
}

/**
 * A redirect URI as a source of the Content Security Policy, whose syntax has no IPv6 addresses. A semicolon, which is
 * valid in the host of a URL, would add a directive.
 */
function sourceOf(uri: string): string {
  const { origin, protocol, hostname } = new URL(uri);
  return /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname) ? origin : protocol;
}
