import type { Context } from '../context.js';
import { domainError } from '../errors.js';

/** A comment to be checked before publication. */
interface Comment {
  readonly kind: 'talk_comment' | 'event_comment';
  readonly text: string;
  readonly author: { readonly fullName: string; readonly ownEmail: string };
  /** URL of the page that would show it. */
  readonly page: string;
}

/**
 * Checks a comment for spam (contract §4.9). This may take seconds: never call it inside a transaction.
 *
 * @returns whether the check was unavailable: such a comment is accepted and marked
 * @throws DomainError SPAM
 */
export async function isUncheckedComment(
  { services, client }: Pick<Context, 'services' | 'client'>,
  { kind, text, author, page }: Comment,
): Promise<boolean> {
  const verdict = await services.spam.check({
    kind,
    comment: text,
    authorName: author.fullName,
    authorEmail: author.ownEmail,
    address: client.address,
    userAgent: client.userAgent,
    permalink: page,
  });
  if (verdict === 'spam') throw domainError('SPAM', 'COMMENT_IS_SPAM');
  return verdict === 'unchecked';
}
