import type { Endpoint } from './reads.js';
import type { ServerName } from './servers.js';

/** An implementation of a read: the server and the interface. */
interface WayOfReading {
  readonly name: string;
  readonly server: ServerName;
  readonly endpoint: Endpoint;
  /** Whether requests carry `If-None-Match`. */
  readonly conditional?: true;
}

export const COUNTING = 'by hand, counting';
export const STORING = 'by hand, reading counters';
export const POSTGRAPHILE = 'PostGraphile 5';

export const BARE = 'bare server, same bytes';

export const LECTERN = {
  rest: 'Lectern, v2.1',
  graph: 'Lectern, /graphql',
  kept: 'Lectern, kept',
  unchanged: 'Lectern, 304',
} as const;

/** Implementations that the others are compared with. */
export const yardsticks: readonly string[] = [COUNTING, STORING, POSTGRAPHILE, BARE];

export const waysOfReading: readonly WayOfReading[] = [
  { name: COUNTING, server: 'counting', endpoint: 'rest' },
  { name: STORING, server: 'storing', endpoint: 'rest' },
  { name: LECTERN.rest, server: 'lectern', endpoint: 'rest' },
  { name: LECTERN.graph, server: 'lectern', endpoint: 'graph' },
  { name: LECTERN.kept, server: 'keeping', endpoint: 'rest' },
  { name: LECTERN.unchanged, server: 'keeping', endpoint: 'rest', conditional: true },
  { name: BARE, server: 'bare', endpoint: 'rest' },
  { name: 'JSON built by PostgreSQL', server: 'json', endpoint: 'rest' },
  { name: POSTGRAPHILE, server: 'postgraphile', endpoint: 'postgraphile' },
  { name: 'sofa-api, our schema', server: 'sofa', endpoint: 'sofa' },
  { name: 'Apollo, em.find', server: 'typical', endpoint: 'graph' },
];
