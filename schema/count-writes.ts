import type { GraphQLSchema } from 'graphql';
import type { Context } from '../src/context.js';

/**
 * Counts every write of somebody who is logged in, before it is begun: field by field, so that aliases and batches buy
 * nothing. What nobody need be logged in for is counted by address, where it is done.
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
