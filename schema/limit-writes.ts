import type { GraphQLSchema } from 'graphql';
import type { Context } from '../src/core/context.js';
import * as records from '../src/core/common/visible-records.js';

/** How a command loads the record that a member of its input identifies. */
const targets = Object.entries({
  eventId: records.visibleEvent,
  talkId: records.visibleTalk,
  trackId: records.visibleTrack,
  talkCommentId: records.visibleTalkComment,
});

interface Arguments {
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * Rate-limits the mutations of authenticated callers, before each mutation field runs. Counts fields, so that aliases
 * and batches do not bypass the limit. Mutations open to anonymous callers are limited by address in their commands.
 */
export function limitWrites(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    field.resolve = async (root, args: Arguments, context: Context, info) => {
      if (context.viewer) await countWrite(context, context.viewer.id, args);
      return resolve?.(root, args, context, info);
    };
  }
}

/**
 * Counts the write in the first round trip of its command: together with the read of its records, which the command
 * then finds in the cache of the request.
 */
async function countWrite(context: Context, user: string, { input = {} }: Arguments): Promise<void> {
  const reads = targets.flatMap(([member, load]): Promise<unknown>[] => {
    const id = input[member];
    return typeof id === 'string' ? [load(context, id)] : [];
  });
  // Loaders dispatch after the promise jobs of this tick: a statement that starts in one of them joins their batch.
  const counting = Promise.resolve().then(() => context.limits.consume('writes_user', user));
  // The command reports a record that it does not find, and repeats a read that failed.
  const [counted] = await Promise.allSettled([counting, ...reads]);
  if (counted.status === 'rejected') throw counted.reason;
}
