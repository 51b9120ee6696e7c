import { isUnavailable } from '../database/sql-state.js';
import { DomainError, type Problem, type Reason } from '../core/errors.js';

/** The command-line names of the fields. */
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
  TEXT_TOO_LONG: '{option} must not exceed {limit} characters.',
  TEXT_UNREADABLE: '{option} contains characters that cannot be stored.',
  EMAIL_INVALID: '{option} must be an e-mail address.',
  URL_INVALID: '{option} must be an absolute URL, such as https://example.org/callback.',
  USERNAME_TAKEN: 'Another account uses that username.',
  EMAIL_TAKEN: 'Another account uses that e-mail address.',
  PASSWORD_TOO_SHORT: 'The password must have at least {limit} characters.',
  PASSWORD_TOO_LONG: 'The password must not exceed {limit} bytes.',
  USER_UNKNOWN: 'No such user: look up the username with user list.',
  LAST_ADMIN_STAYS: 'The last site administrator cannot be removed: create another one first.',
  TOKEN_UNKNOWN: 'No such token: look it up with token list. Nothing was changed.',
  APPLICATION_UNKNOWN: 'No such application: look up its key with application list.',
  EVENT_UNKNOWN: 'No such event: look it up with event list.',
  EVENT_NOT_PENDING: 'The event is not pending: it has already been decided.',
  COMMENT_UNKNOWN: 'The comment no longer exists.',
  STORAGE_UNAVAILABLE: 'Failed to store an image: check the free space and write permissions of DATA_DIR/images.',
};

/** Explains a validation or database error to the operator, one sentence per problem; null for other errors. */
export function explain(error: unknown): string | null {
  if (isUnavailable(error))
    return 'Lost the connection to the database. Partial changes were rolled back: run the same command again.';
  if (!(error instanceof DomainError)) return null;
  const explanations = error.problems.map(sentenceOf);
  return explanations.every((sentence) => sentence !== undefined) ? explanations.join(' ') : null;
}

function sentenceOf({ reason, field = '', limit }: Problem): string | undefined {
  return sentences[reason]
    ?.replace('{option}', (Object.hasOwn(options, field) && options[field]) || field)
    .replace('{limit}', String(limit));
}
