import {
  defaultFieldResolver,
  getNamedType,
  introspectionTypes,
  isCompositeType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
} from 'graphql';
import type { Context } from '../src/core/context.js';
import { callerOf } from '../src/adapters/limits/caller.js';
import type { FairQueue } from '../src/core/common/fair-queue.js';
import { domainError } from '../src/core/errors.js';
import type { Queue } from '../src/core/reads/scans.js';
import { nextSlice } from '../src/database/time-slice.js';
import { isAbandoned } from '../src/telemetry/request/request-record.js';

/**
 * Returns promises of the items, each resolved after the previous item is completed, and in a later turn of the event
 * loop once the time slice is used up. Batches are held, so that the database still receives one statement for all
 * items.
 */
function spreadOverSlices<Item>(context: Context, items: readonly Item[]): Promise<Item>[] {
  let before = Promise.resolve();
  const all = items.map((item) => {
    const mayStart = before.then(nextSlice);
    // graphql-js completes an item one microtask after its promise resolves; the next item waits three.
    before = mayStart.then(nothing).then(nothing).then(nothing);
    return mayStart.then(() => item);
  });
  context.reads.delayBatches(before);
  return all;
}

const nothing = (): void => undefined;

const inSlices = new WeakSet<Context>();

/**
 * Completes the lists of the context's operation in time slices. The operation must be interpreted, because compiled
 * code cannot wait.
 */
export const pace = (context: Context): void => void inSlices.add(context);

export const isPaced = (context: Context): boolean => inSlices.has(context);

export const immediately: Queue = (work) => work();

const queues = new WeakMap<Context, Queue>();

/** Lets the context's operation wait its turn. */
export const queueIn = (context: Context, queue: Queue): void => void queues.set(context, queue);

/** Executes an operation when it is its turn. */
export const runInTurn: <Value>(context: Context, execute: () => Promise<Value>) => Promise<Value> = (
  context,
  execute,
) => (queues.get(context) ?? immediately)(execute);

/** The key of a caller in the queues, as for rate limits. */
export const identityOf = ({ viewer, client }: Context): string => callerOf(viewer, client.address);

/** A client may leave while its query waits: neither its time nor the memory of its result is counted any more. */
export const unlessAbandoned =
  (queue: Queue): Queue =>
  (work) =>
    queue(() => {
      if (isAbandoned()) throw domainError('UNAVAILABLE', 'OVERLOADED');
      return work();
    });

/** The queue of a query in which the callers take turns. */
export function turnOf(queueOf: FairQueue, { viewer, client }: Context): Queue {
  const address = callerOf(null, client.address);
  return queueOf(address, viewer ? callerOf(viewer, client.address) : address);
}

/** Returns the items of a list, spread over time slices if the operation is paced. */
export function paced<Item>(context: Context, items: Item[]): (Item | Promise<Item>)[] {
  return items.length > 1 && isPaced(context) ? spreadOverSlices(context, items) : items;
}

const holdsObjects = (type: GraphQLOutputType): boolean => isCompositeType(getNamedType(type));

/** The default resolver of paced operations. */
export const pacedFieldResolver: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  return Array.isArray(value) && holdsObjects(info.returnType) ? paced(context, value as unknown[]) : value;
};

const wrapped = new WeakSet<object>();

/** Paces introspection lists by wrapping the resolvers of graphql-js, which all schemas of a process share. */
export function paceIntrospection(): void {
  for (const field of introspectionTypes.filter(isObjectType).flatMap((type) => Object.values(type.getFields()))) {
    const { resolve } = field;
    if (!resolve || !holdsObjects(field.type) || wrapped.has(field)) continue;
    wrapped.add(field);
    field.resolve = (source, args, context: Context, info) => {
      const value: unknown = resolve(source, args, context, info);
      return Array.isArray(value) ? paced(context, value as unknown[]) : value;
    };
  }
}
