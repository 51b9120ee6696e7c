import type { Context, SubscriptionRun } from '../../src/core/context.js';
import { DomainError, domainError } from '../../src/core/errors.js';
import { readChanges, type ChangePage, type GivenPosition } from '../../src/core/reads/change-log.js';
import { viewerArgument } from '../../src/core/reads/scope.js';
import { changePosition } from '../change/change.type.js';

/** Maximum number of changes per message. */
export const MAX_CHANGES = 100;

/** The result of one run of a subscription: the changes since the previous one. */
export interface Run {
  readonly page: ChangePage;
  /** Whether changes are missing. */
  readonly isIncomplete: boolean;
}

type Followed = Pick<Parameters<typeof readChanges>[3], 'eventId' | 'talkId' | 'kinds'>;

/**
 * Reads the changes since the previous run. The first run reads none: the client receives the current state. If the
 * position has expired, or more than `MAX_CHANGES` changes follow it, the client receives the current state as well,
 * marked as incomplete.
 *
 * @throws DomainError NOT_SUPPORTED unless the response is a stream
 */
export async function changesOf(context: Context, followed: Followed, given: string | null | undefined): Promise<Run> {
  const { subscription, primary, reads } = context;
  if (!subscription) throw domainError('NOT_SUPPORTED', 'STREAM_REQUIRED');
  const read = (after: GivenPosition | null, first: number) =>
    readChanges(primary, reads.scope.visibility, viewerArgument(reads.scope), { ...followed, after, first });
  const after = positionOf(context, subscription, given);
  const page = after && (await unlessExpired(read(after, MAX_CHANGES)));
  if (page && !page.hasNext) return { page, isIncomplete: false };
  const { head } = await read(null, 0);
  return { page: { changes: [], hasNext: false, end: head, head }, isIncomplete: after !== null };
}

function positionOf(
  context: Context,
  { after }: SubscriptionRun,
  given: string | null | undefined,
): GivenPosition | null {
  if (after !== null) return typeof after === 'string' ? changePosition(after, context) : after;
  return given == null ? null : changePosition(given, context);
}

async function unlessExpired(page: Promise<ChangePage>): Promise<ChangePage | null> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof DomainError && error.problems[0]?.reason === 'CURSOR_EXPIRED') return null;
    throw error;
  }
}
