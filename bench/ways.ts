import type { Door } from './reads.js';
import type { ServerName } from './servers.js';

/** An implementation of a read: the server and the interface. */
interface WayOfReading {
  readonly name: string;
  readonly server: ServerName;
  readonly door: Door;
  /** Whether requests carry `If-None-Match`. */
  readonly conditional?: true;
}

export const COUNTING = 'by hand, counting';
export const STORING = 'by hand, reading counters';
export const POSTGRAPHILE = 'PostGraphile 5';

export const LECTERN = {
  rest: 'Lectern, v2.1',
  graph: 'Lectern, /graphql',
  kept: 'Lectern, kept',
  unchanged: 'Lectern, 304',
} as const;

/** Implementations that the others are compared with. */
export const yardsticks: readonly string[] = [COUNTING, STORING, POSTGRAPHILE];

export const waysOfReading: readonly WayOfReading[] = [
  { name: COUNTING, server: 'counting', door: 'rest' },
  { name: STORING, server: 'storing', door: 'rest' },
  { name: LECTERN.rest, server: 'lectern', door: 'rest' },
  { name: LECTERN.graph, server: 'lectern', door: 'graph' },
  { name: LECTERN.kept, server: 'keeping', door: 'rest' },
  { name: LECTERN.unchanged, server: 'keeping', door: 'rest', conditional: true },
  { name: 'JSON built by PostgreSQL', server: 'json', door: 'rest' },
  { name: POSTGRAPHILE, server: 'postgraphile', door: 'postgraphile' },
  { name: 'sofa-api, our schema', server: 'sofa', door: 'sofa' },
  { name: 'Apollo, em.find', server: 'typical', door: 'graph' },
];
