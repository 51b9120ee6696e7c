import { isUnavailable } from '../database/unavailable.js';
import { DomainError, type Problem, type Reason } from '../errors.js';

/** What an operator calls the fields. */
const options: Readonly<Record<string, string>> = {
  username: '--username',
  fullName: '--full-name',
  email: '--email',
  password: 'The password',
  name: '--name',
  description: '--description',
  callbackUrl: '--callback-url',
  reason: '--reason',
};

const sentences: Readonly<Partial<Record<Reason, string>>> = {
  FIELD_REQUIRED: '{option} must not be empty.',
  TEXT_TOO_LONG: '{option} may have {limit} characters at most.',
  TEXT_UNREADABLE: '{option} holds characters that cannot be stored.',
  EMAIL_INVALID: '{option} must be an e-mail address.',
  URL_INVALID: '{option} must be an absolute address, such as https://example.org/callback.',
  USERNAME_TAKEN: 'There is a user of that name already.',
  EMAIL_TAKEN: 'Another account has that e-mail address.',
  PASSWORD_TOO_SHORT: 'The password must have {limit} characters at least.',
  PASSWORD_TOO_LONG: 'The password may have {limit} bytes at most.',
  USER_UNKNOWN: 'There is no such user: look up the username with user list.',
  LAST_ADMIN_STAYS: 'The last site administrator stays: make another one first.',
  TOKEN_UNKNOWN: 'There is no such token: look it up with token list. Nothing was changed.',
  APPLICATION_UNKNOWN: 'There is no such application: look up its key with application list.',
  EVENT_UNKNOWN: 'There is no such event: look it up with event list.',
  EVENT_NOT_PENDING: 'The event does not await approval: somebody has decided already.',
  COMMENT_UNKNOWN: 'The comment is gone.',
  STORAGE_UNAVAILABLE:
    'An image could not be stored: see whether there is room, and who may write, in DATA_DIR/images.',
};

/** What is wrong with what an operator gave, one sentence for each problem, or with the database; null for other errors. */
export function explain(error: unknown): string | null {
  if (isUnavailable(error))
    return 'The connection to the database broke. Nothing half done is kept: run the same command again.';
  if (!(error instanceof DomainError)) return null;
  const said = error.problems.map(sentenceOf);
  return said.every((sentence) => sentence !== undefined) ? said.join(' ') : null;
}

function sentenceOf({ reason, field = '', limit }: Problem): string | undefined {
  return sentences[reason]?.replace('{option}', options[field] ?? field).replace('{limit}', String(limit));
}
