import type { GraphQLSchema } from 'graphql';
import type { Context } from '../src/core/context.js';

/**
 * Rate-limits the mutations of authenticated callers, before each mutation field runs. Counts fields, so that aliases
 * and batches do not bypass the limit. Mutations open to anonymous callers are limited by address in their commands.
 */
export function countWrites(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    field.resolve = async (root, args, context: Context, info) => {
      if (context.viewer) await context.limits.consume('writes_user', context.viewer.id);
      return resolve?.(root, args, context, info);
    };
  }
}
