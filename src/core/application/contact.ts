import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { permit } from '../rules.js';
import { authenticateClient } from './client-credentials.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../account/account-fields.js';
import { MAX_TEXT_LENGTH, Validation } from '../common/validation.js';

/** A message from a website visitor to the operators. */
export interface ContactMessage {
  /** Credentials of the website's application. */
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly comment: string;
}

const MAX_LENGTHS = { name: 200, email: MAX_EMAIL_LENGTH, subject: 200, comment: MAX_TEXT_LENGTH } as const;
type Field = keyof typeof MAX_LENGTHS;
const fields = Object.keys(MAX_LENGTHS) as Field[];

/**
 * Mails a message to the system address, on behalf of a visitor of a first-party application (contract §3.11). Requires
 * no login.
 *
 * @throws DomainError FORBIDDEN for any other application, INVALID, RATE_LIMITED, SPAM
 */
export async function contact(context: Context, input: ContactMessage): Promise<void> {
  const { services, client } = context;
  const application = await authenticateClient(context, input.consumerKey, input.consumerSecret);
  permit(application?.isFirstParty === true, 'CLIENT_REFUSED');
  const { name, email, subject, comment } = validMessage(input);
  await context.limits.consume('contact_address', client.address);
  const verdict = await services.spam.check({
    kind: 'contact',
    comment: `${subject}\n${comment}`,
    authorName: name,
    authorEmail: email,
    ...client,
  });
  if (verdict === 'spam') throw domainError('SPAM', 'COMMENT_IS_SPAM', 'comment');
  const data = { name, email, subject, comment };
  await context.transactions.withEntities((em) =>
    services.mail.queue(em, [{ kind: 'contact', to: services.mail.systemAddress, replyTo: email, data }]),
  );
}

/** Reports missing fields first, which v2.1 combines into one sentence, then other problems. */
function validMessage(input: ContactMessage): Record<Field, string> {
  const message = Object.fromEntries(fields.map((field) => [field, input[field].trim()])) as Record<Field, string>;
  const missing = new Validation();
  for (const field of fields) if (message[field] === '') missing.add('FIELD_REQUIRED', field);
  missing.throwIfInvalid();
  const validation = new Validation();
  for (const field of fields) {
    if (field === 'name' || field === 'subject') validation.name(field, message[field], MAX_LENGTHS[field]);
    else validation.text(field, message[field], MAX_LENGTHS[field]);
  }
  if (!isEmailAddress(message.email)) validation.add('EMAIL_INVALID', 'email');
  validation.throwIfInvalid();
  return message;
}
