import type pg from 'pg';
import { routes } from '../../rest-facade/nouns/routes.js';
import { takeSnapshot } from '../permissions/rows.js';
import type { Role } from '../permissions/truth.js';
import { buildWorld } from '../permissions/world.js';
import { writes, type Scenario } from '../permissions/writes.js';
import { startService } from '../support/service.js';
import { exchange, type RecordedRequest, type RecordedResponse, type Recording } from './exchange.js';
import { NOW, reseed } from './fixed.js';
import { addProgramme } from './programme.js';
import { plannedProtocol, plannedReads, plannedWrites, type Planned } from './requests.js';

export const groups = ['protocol', 'reads', 'writes', 'queries', 'mutations'] as const;
type Group = (typeof groups)[number];

const UNLIMITED = [
  ...['LOGIN_ADDRESS', 'LOGIN_ACCOUNT_ADDRESS', 'LOGIN_ACCOUNT', 'REGISTRATION_ADDRESS', 'REMINDER_ADDRESS'],
  ...['REMINDER_ACCOUNT', 'CONTACT_ADDRESS', 'APPLICATIONS_USER', 'UNKNOWN_TOKEN_ADDRESS', 'EMAIL_CHANGES_USER'],
];
const environment = {
  ...{ BASE_URL: 'http://lectern.test', COMMENT_EDIT_MINUTES: '600', LOG_LEVEL: 'silent' },
  ...Object.fromEntries(UNLIMITED.map((name) => [`LIMIT_${name}`, 'off'])),
};

let scenario: Scenario;
let documents: Readonly<Record<string, string>>;

/** Starts the service with all recorded data. */
export async function start(): Promise<void> {
  const service = await startService(environment);
  const { pool } = service.database;
  await fixDefaults(pool);
  reseed('world');
  const world = await buildWorld(pool);
  await addProgramme(pool, world);
  scenario = { service, world, snapshot: await takeSnapshot(pool) };
  documents = (await (await fetch(`${service.base}/graphql/operations`)).json()) as typeof documents;
}

export const stop = (): Promise<void> => scenario.service.stop();

/** Makes PostgreSQL store the fixed time instead of its own. */
async function fixDefaults(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter table %I alter %I set default %L', table_name, column_name, $1::text) as statement
     from information_schema.columns where table_schema = 'public' and column_default = 'now()'`,
    [NOW.toISOString()],
  );
  for (const { statement } of rows) await pool.query(statement);
}

export async function respond(request: RecordedRequest, viewer: Role): Promise<RecordedResponse> {
  const { service, world, snapshot } = scenario;
  const { given, operation, body, ...sent } = request;
  reseed(`${viewer} ${request.method} ${request.path} ${body}`);
  if (given) await service.database.pool.query(given);
  const query = operation === undefined ? undefined : documents[operation];
  const whole = query === undefined ? body : JSON.stringify({ query, ...(JSON.parse(body ?? '{}') as object) });
  const response = await exchange(
    service.base,
    { ...sent, ...(whole !== undefined && { body: whole }) },
    world.tokens[viewer],
  );
  if (request.method !== 'GET') await snapshot.restore();
  return response;
}

/** Sends a request as each of the viewers; viewers with equal responses are listed together. */
async function record({ request, viewers }: Planned): Promise<Recording> {
  const responses = new Map<string, { viewers: Role[] } & RecordedResponse>();
  for (const viewer of viewers) {
    const response = await respond(request, viewer);
    const text = JSON.stringify(response);
    const known = responses.get(text);
    if (known) known.viewers.push(viewer);
    else responses.set(text, { viewers: [viewer], ...response });
  }
  return { request, responses: [...responses.values()] };
}

/** Records exchanges, and collects the executed stored operations. */
async function recordWithOperations(planned: readonly Planned[]): Promise<[Recording[], Planned[]]> {
  const executed = new Map<string, Planned>();
  let viewers: readonly Role[] = [];
  const originals = routes.map(({ answer }) => answer?.variables);
  for (const { answer } of routes) {
    if (!answer || answer.multipart) continue;
    const { variables: variablesOf, operation } = answer;
    Object.assign(answer, {
      variables: (request: Parameters<typeof variablesOf>[0]) => {
        const variables = variablesOf(request);
        const plan = { request: operationRequest(operation.definitions, variables), viewers };
        executed.set(JSON.stringify(plan.request), plan);
        return variables;
      },
    });
  }
  const recordings: Recording[] = [];
  for (const plan of planned) {
    viewers = plan.viewers;
    recordings.push(await record(plan));
  }
  routes.forEach(({ answer }, index) => answer && Object.assign(answer, { variables: originals[index] }));
  return [recordings, [...executed.values()]];
}

function operationRequest(definitions: readonly object[], variables: object): RecordedRequest {
  const { name, operation } = definitions[0] as { name: { value: string }; operation: string };
  if (operation === 'mutation') {
    return { method: 'POST', path: '/graphql', operation: name.value, body: JSON.stringify({ variables }) };
  }
  const query = new URLSearchParams({ operation: name.value, variables: JSON.stringify(variables) });
  return { method: 'GET', path: `/graphql?${query}` };
}

/** Sends all planned requests sequentially. */
export async function recordAll(): Promise<Record<Group, Recording[]>> {
  const { world } = scenario;
  const paths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const protocol: Recording[] = [];
  for (const plan of plannedProtocol) protocol.push(await record(plan));
  const [reads, plannedQueries] = await recordWithOperations(plannedReads(world, paths));
  const [written, plannedMutations] = await recordWithOperations(plannedWrites(writes, world));
  const queries: Recording[] = [];
  for (const plan of plannedQueries) queries.push(await record(plan));
  const mutations: Recording[] = [];
  for (const plan of plannedMutations) mutations.push(await record(plan));
  return { protocol, reads, writes: written, queries, mutations };
}
