import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { requestEmailVerification } from '../../core/account/account-mail.js';
import { issueCode } from '../../core/application/authorization-codes.js';
import { findLoginClient } from '../../core/application/login-clients.js';
import type { Context } from '../../core/context.js';
import { DomainError, type ErrorCode, type Reason } from '../../core/errors.js';
import type { Scope } from '../../core/scopes.js';
import { isRead, type Reply } from '../send.js';
import { answerUrl, authorizationRequest, recipientOf, type Recipient } from './authorization-request.js';
import { errorPage, loginForm, type PageSettings } from './login-page.js';
import { formOf, parametersOf, queryOf, statusOfBodyError, type Parameters } from './parameters.js';

/** One request to the login page. */
export interface LoginRequest {
  readonly request: IncomingMessage;
  readonly context: Context;
  readonly settings: PageSettings;
}

/** What the form shows for a failed login. */
const problems: Partial<Record<Reason, string>> = {
  FIELD_REQUIRED: 'Enter your username or e-mail address, and your password.',
  TEXT_TOO_LONG: 'This username or e-mail address is too long.',
  TEXT_UNREADABLE: 'This username or e-mail address contains characters that no account has.',
  SIGN_IN_FAILED: 'The username or the password is wrong.',
  NOT_VERIFIED: 'Your e-mail address is not verified yet. Follow the link in the mail that you received.',
  RATE_LIMITED: 'Too many attempts. Please wait before you try again.',
  LOGIN_LOCKED: 'Too many wrong passwords for this account. To log in from here, choose a new password.',
};

/** What the form shows for a failed login by an address. */
const ADDRESS_REFUSED =
  'The e-mail address or the password is wrong, or the address is not verified yet. After a registration, follow the link in the mail that you received.';

/** What the form shows after the request for another mail, whether or not the account exists. */
const MAIL_SENT =
  'If the address of this account awaits verification, a mail is on its way. Check your spam folder too. Log in after you have followed its link.';

/** 403 also without a verified address: 401 would require a challenge that browsers show. */
const statuses: Partial<Record<ErrorCode, number>> = {
  INVALID: 400,
  FORBIDDEN: 403,
  UNAUTHENTICATED: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/**
 * `/authorize`: GET shows the login form, POST logs in and returns to the application with a code. The form keeps the
 * authorization request in its URL, so both validate the same parameters, and the service stores nothing in between.
 */
export async function authorize(login: LoginRequest): Promise<Reply> {
  const { request, context, settings } = login;
  const parameters = parametersOf(queryOf(request.url));
  const { origin } = context;
  const recipient = await recipientOf(parameters, (clientId) => findLoginClient(context, clientId), origin);
  if (typeof recipient === 'string') return errorPage(400, recipient, settings);
  const found = authorizationRequest(parameters, recipient);
  if ('error' in found) {
    const { error, description } = found;
    return redirect(answerUrl(recipient, { error, error_description: description }, origin));
  }
  const asked = { recipient, scopes: found.scopes };
  if (isRead(request)) return formFor(login, asked, 200, { username: parameters.get('login_hint') ?? '' });
  if (isCrossSite(request.headers, origin)) return errorPage(403, 'This form was sent by another website.', settings);
  const form = await readForm(request);
  if (typeof form === 'number')
    return errorPage(form, 'The form is not readable. Go back and send it again.', settings);
  const username = form.get('username') ?? '';
  try {
    if (form.get('action') === 'verification') {
      await sendVerification(context, username);
      return formFor(login, asked, 200, { username, notice: MAIL_SENT });
    }
    const code = await issueCode(context, found, { username, password: form.get('password') ?? '' });
    return redirect(answerUrl(recipient, { code }, origin));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refused(login, asked, error, username);
  }
}

/** Says the same for an unknown account, whether or not the deployment discloses accounts: the text covers both. */
async function sendVerification(context: Context, username: string): Promise<void> {
  await requestEmailVerification(context, username).catch((error: unknown) => {
    const isUnknown = error instanceof DomainError && error.problems.some(({ reason }) => reason === 'USER_UNKNOWN');
    if (!isUnknown) throw error;
  });
}

const redirect = (location: string): Reply => ({
  // After a POST, 307 would send the password to the application (RFC 9700 §4.12).
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: '',
});

/**
 * Whether a page of another site has sent the form. It could only log in the user to an account that it chooses, which
 * `state` and PKCE also prevent; there are no cookies. Programs other than browsers send neither header.
 */
function isCrossSite({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, own: string): boolean {
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && origin !== own;
}

/** The fields of the form, or the status of an error. */
async function readForm(request: IncomingMessage): Promise<Parameters | number> {
  try {
    const form = await formOf(request);
    if (!form) return 415;
    return form.repeated.size > 0 ? 400 : form;
  } catch (error) {
    const status = statusOfBodyError(error);
    if (status === undefined) throw error;
    return status;
  }
}

/** What the form asks for. */
interface Asked {
  readonly recipient: Recipient;
  readonly scopes: readonly Scope[];
}

/** What the user has sent, and what came of it. */
interface FormState {
  readonly username: string;
  readonly problem?: string;
  readonly notice?: string;
  readonly mayBeUnverified?: boolean;
}

function formFor(
  { context: { origin }, settings }: LoginRequest,
  asked: Asked,
  status: number,
  { username, problem = '', notice = '', mayBeUnverified = false }: FormState,
): Reply {
  const cancelUrl = answerUrl(asked.recipient, { error: 'access_denied' }, origin);
  return loginForm(status, { ...settings, ...asked, cancelUrl, username, problem, notice, mayBeUnverified });
}

/** Shows the form again with the reason, or an error page if another attempt is pointless. */
function refused(login: LoginRequest, asked: Asked, error: DomainError, username: string): Reply {
  const status = statuses[error.code];
  const reason = error.problems[0]?.reason;
  if (status === undefined) throw error;
  if (reason === 'CLIENT_REFUSED') return errorPage(400, 'The application of this link is unknown.', login.settings);
  // Whether an address awaits verification is not disclosed (decisions no. 16).
  const isAddressRefused = reason === 'SIGN_IN_FAILED' && username.includes('@');
  const problem = isAddressRefused
    ? ADDRESS_REFUSED
    : ((reason && problems[reason]) ?? 'The service is busy. Please try again in a few seconds.');
  const mayBeUnverified = reason === 'NOT_VERIFIED' || isAddressRefused;
  const reply = formFor(login, asked, status, { username, problem, mayBeUnverified });
  const { retryAfter = status === 503 ? 2 : undefined } = error.details;
  if (retryAfter === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retryAfter) } };
}
