import type { Context } from '../../context.js';
import { fail } from '../../errors.js';

/** A comment that somebody wants to publish. */
interface Comment {
  readonly kind: 'talk_comment' | 'event_comment';
  readonly text: string;
  readonly author: { readonly fullName: string; readonly ownEmail: string };
  /** The page on which it would be shown. */
  readonly page: string;
}

/**
 * Asks whether a comment is spam (contract §4.9). It may take seconds: never ask inside a transaction.
 *
 * @returns whether nobody could tell: such a comment is accepted, and marked
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
  if (verdict === 'spam') throw fail('SPAM', 'COMMENT_IS_SPAM');
  return verdict === 'unchecked';
}
