import { Command } from 'commander';
import { OperatorError } from '../config/operator-error.js';
import type { RowOfStatement } from '../database/sql/statement.js';
import { createRun } from '../core/transaction/run.js';
import { applicationsNamed, usedRoutes } from '../adapters/usage/stored-usage.js';
import { jsonOption, shortTime, textTable, type TextColumn, numberMatching } from './listing.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly days: number;
  readonly application?: string;
  readonly json: boolean;
}

const wholeDays = numberMatching(/^[1-9]\d{0,3}$/, 'a whole number of days from 1 to 9999');

type UsedRoute = RowOfStatement<typeof usedRoutes>;

/** `usage`: lists requests by application and route, most used first. */
export function usageCommand(): Command {
  return new Command('usage')
    .description('List the number of requests by application and route, most used first.')
    .option('--days <n>', 'number of past days in UTC, including today', wholeDays, 30)
    .option('--application <key or name>', 'only this application; names are case-insensitive')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Routes are the route patterns of v2.1 and the website; "/graphql <name>" is a GraphQL operation with the name of a stored
operation, "/graphql other" any other one, and "other" a request that matched no route or was rejected before routing.
Errors are responses with status 400 or higher. Services write their counts once a minute and at shutdown.

Examples:
  npm run --silent lectern -- usage --days 7 --application "Conference app"
  npm run --silent lectern -- usage --json | jq '.[] | select(.route == "GET /v2.1/events/:eventId")'`,
    )
    .action(async ({ days, application, json }: Options) => {
      const routes = await withDatabase(async ({ pool }, config) => {
        const run = createRun(pool, config.database);
        if (application !== undefined && (await run(applicationsNamed, { application })).length === 0) {
          throw new OperatorError(`No application "${application}": look up its key or name and try again.`);
        }
        return run(usedRoutes, { days, application: application ?? null });
      });
      process.stdout.write(`${json ? JSON.stringify(routes, null, 2) : tableOf(routes, days)}\n`);
    });
}

const columns: readonly TextColumn<UsedRoute>[] = [
  {
    heading: 'APPLICATION',
    cell: ({ application, key, applicationId: id }) => application ?? key ?? (id ? `(deleted: ${id})` : '-'),
  },
  { heading: 'ROUTE', cell: ({ route }) => route },
  { heading: 'REQUESTS', isNumber: true, cell: ({ requests }) => String(requests) },
  { heading: 'ERRORS', isNumber: true, cell: ({ errors }) => String(errors) },
  { heading: 'LAST USED (UTC)', cell: ({ lastUsedAt }) => shortTime(lastUsedAt) },
];

function tableOf(routes: readonly UsedRoute[], days: number): string {
  return routes.length === 0 ? `No requests counted in the last ${days} days.` : textTable(columns, routes);
}
