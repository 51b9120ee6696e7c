import type { Role } from '../permissions/truth.js';
import type { At } from '../permissions/world.js';
import { startScenario, type Scenario } from '../permissions/writes.js';
import { ask, recordOf, type Answer, type Json } from '../rest/ask.js';

/** A service with one of everything (test/permissions/world.ts), and helpers for requests. */
export interface Stage extends Scenario {
  /** The users, and the IDs of the approved event and its records. */
  readonly at: At;
  /** Sends a line such as `PUT /talks/7`, whose path is below `/v2.1`, or a URL: `GET http://…`. */
  send(line: string, by?: Role, body?: unknown): Promise<Answer>;
  /** Status, body (JSON, or the empty text) and `Location` without its origin. */
  told(line: string, by?: Role, body?: unknown): Promise<[number, unknown, string | null]>;
  /** The only record at a path, by the name of its type. */
  read(path: string, name: string, by?: Role): Promise<Json>;
  /** The text that a SQL query returns. */
  stored(sql: string, ...values: unknown[]): Promise<string>;
}

/** @param environment variables of the configuration that differ from the defaults */
export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const scenario = await startScenario(environment);
  const { service, world } = scenario;
  const send = (line: string, by: Role = 'anonymous', body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    const address = path.startsWith('/') ? `/v2.1${path}` : path;
    return ask(service, address, { method, token: world.tokens[by], ...(body !== undefined && { body }) });
  };
  return {
    ...scenario,
    at: { ...world, ...world.shown },
    send,
    async told(line, by, body) {
      const { status, text, headers } = await send(line, by, body);
      const location = headers.get('location');
      return [status, text && (JSON.parse(text) as unknown), location && location.replace(service.base, '')];
    },
    read: async (path, name, by) => recordOf(await send(`GET ${path}`, by), name),
    async stored(sql, ...values) {
      const { rows } = await service.database.pool.query<Record<string, unknown>>(sql, values);
      return rows.map((row) => Object.values(row).join(' ')).join('\n');
    },
  };
}

/** The path of a URL, which must have the expected origin. */
export const belowBase = (address: unknown, { service }: Pick<Stage, 'service'>): string => {
  const text = String(address);
  if (!text.startsWith(`${service.base}/`)) throw new Error(`${text} does not lead to the service`);
  return text.slice(service.base.length);
};
