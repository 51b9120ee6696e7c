import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../operator-error.js';
import { createRun, type RowOfStatement } from '../reads/statement.js';
import { applicationsNamed, usedRoutes } from '../usage/stored-uses.js';
import { textTable, type TextColumn } from './text-table.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly days: number;
  readonly application?: string;
  readonly json: boolean;
}

type UsedRoute = RowOfStatement<typeof usedRoutes>;

/** `usage`: who uses which route, and how often; what is used most comes first. */
export function usageCommand(): Command {
  return new Command('usage')
    .description('List which application uses which route, and how often; what is used most comes first.')
    .option('--days <n>', 'of the last so many days in UTC, with today', wholeDays, 30)
    .option('--application <key or name>', 'of this application only; a name in any case')
    .option('--json', 'as JSON, for programs', false)
    .addHelpText(
      'after',
      `
Routes are those of v2.1 and the website's, with their parameters unfilled; "/graphql <name>" is an operation in the graph
that is called as a stored one is, "/graphql other" every other one, and "other" what met no route or was refused before it was looked at.
Errors are answers with a status from 400 on. Services write their counts once a minute, and when they stop.

Examples:
  npm run --silent lectern -- usage --days 7 --application "Conference app"
  npm run --silent lectern -- usage --json | jq '.[] | select(.route == "GET /v2.1/events/:eventId")'`,
    )
    .action(async ({ days, application, json }: Options) => {
      const routes = await withDatabase(async ({ pool }, config) => {
        const run = createRun(pool, config.database);
        if (application !== undefined && (await run(applicationsNamed, { application })).length === 0) {
          throw new OperatorError(
            `There is no application "${application}": look up its key or its name and try again.`,
          );
        }
        return run(usedRoutes, { days, application: application ?? null });
      });
      process.stdout.write(`${json ? JSON.stringify(routes, null, 2) : tableOf(routes, days)}\n`);
    });
}

const columns: readonly TextColumn<UsedRoute>[] = [
  {
    heading: 'APPLICATION',
    cell: ({ application, applicationId: id }) => application ?? (id ? `(deleted: ${id})` : '-'),
  },
  { heading: 'ROUTE', cell: ({ route }) => route },
  { heading: 'REQUESTS', isNumber: true, cell: ({ requests }) => String(requests) },
  { heading: 'ERRORS', isNumber: true, cell: ({ errors }) => String(errors) },
  { heading: 'LAST USED (UTC)', cell: ({ lastUsedAt }) => lastUsedAt.slice(0, 16).replace('T', ' ') },
];

function tableOf(routes: readonly UsedRoute[], days: number): string {
  return routes.length === 0 ? `Nothing has been counted in the last ${days} days.` : textTable(columns, routes);
}

function wholeDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of days, 1 to 9999.');
  return Number(text);
}
