import { feeds } from '../../../feeds/index.js';
import { createSchema } from '../../../schema/index.js';
import { createStoredExecution } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import { createFairQueue } from '../../core/common/fair-queue.js';
import type { Context } from '../../core/context.js';
import { HttpError } from '../../http/http-error.js';
import { createRouter } from '../../http/rows/router.js';
import type { Reply } from '../../http/send.js';
import { operationsOf } from './row-tables.js';

/**
 * The text of a feed, for commands.
 *
 * @param path such as `/feeds/events/7.ics`, without a query string
 * @returns null if there is no such record
 */
export async function feedText(
  path: string,
  context: Context,
  { productName }: Pick<Config, 'productName'>,
): Promise<string | null> {
  const found = createRouter(feeds.rows)('GET', path);
  if (!found || 'status' in found) throw new Error(`No feed has the path ${path}`);
  const execute = createStoredExecution(
    await createSchema(),
    operationsOf([feeds]),
    createFairQueue(Infinity),
    (error) => {
      throw error;
    },
  );
  const { origin, now, maxPageSize } = context;
  const { params } = found;
  const request = { path, params, query: new URLSearchParams(), origin, productName, now, maxPageSize };
  try {
    const { body } = await found.row.respond(request, {
      execute: (operation, values) => execute(operation, values, context),
      context: () => Promise.resolve(context),
      get incoming(): never {
        throw new Error('A command has no HTTP request');
      },
    });
    return textOf(body);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

const textOf = (body: Reply['body']): string => (Array.isArray(body) ? Buffer.concat(body) : body)?.toString() ?? '';
