import { getArgumentValues } from 'graphql';
import type { ScannedTable, TableSizes } from '../src/database/sql/table-sizes.js';
import type { MergedField } from './merged-fields.js';
import type { Variables } from './variables.js';

/** A count that scans a table, with the share of rows it reads. */
export interface Scan {
  readonly table: ScannedTable;
  readonly share: number;
}

const ROWS_PER_COST = 100;

/** Estimated share of rows that an indexed condition reads. */
const INDEXED = 1 / 20;

/** Whether a trigram index applies: it requires three consecutive letters or digits. */
const hasTrigram = (text: unknown): boolean => /[\p{L}\p{N}]{3}/u.test(String(text));

type Arguments = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const shareOfText = (text: unknown): number => (hasTrigram(text) ? INDEXED : 1);

/** Share of the table that a count reads, by root field; 0 if a stored counter or unique index serves it. */
const shares: ReadonlyMap<string, readonly [ScannedTable, (args: Arguments) => number]> = new Map([
  ['events', ['events', shareOfEvents]],
  ['talks', ['talks', ({ title }: Arguments) => shareOfText(title)]],
  ['users', ['users', shareOfUsers]],
]);

function shareOfEvents({ filter, title, stub, tags, from, until }: Arguments): number {
  if (isGiven(stub)) return 0;
  if ([tags, from, until].some(isGiven) || filter === 'OPEN_CFP' || filter === 'PENDING') return INDEXED;
  return isGiven(title) ? shareOfText(title) : 0;
}

function shareOfUsers({ username, keyword }: Arguments): number {
  if (isGiven(username)) return 0;
  return isGiven(keyword) ? shareOfText(keyword) : 1;
}

/** Whether an operation may search or count a whole table. Only root fields do. */
export const mayScan = (rootFields: readonly MergedField[]): boolean =>
  rootFields.some(({ definition }) => shares.has(definition.name));

/** The counts of an operation that scan a table. Identical counts run once, so they are listed once. */
export function scansOf(rootFields: readonly MergedField[], variables: Variables): readonly Scan[] {
  const scans = new Map<string, Scan>();
  for (const { definition, nodes, fields } of rootFields) {
    const [table, shareOf] = shares.get(definition.name) ?? [];
    const [node] = nodes;
    if (!table || !shareOf || !node || !fields.some((field) => field.definition.name === 'totalCount')) continue;
    const { first, after, last, before, offset, limit, ...args } = getArgumentValues(definition, node, variables);
    const share = shareOf(args);
    if (share > 0) scans.set(JSON.stringify([table, args]), { table, share });
  }
  return [...scans.values()];
}

/** The cost of the scans, in rows. */
export const costOfScans = (scans: readonly Scan[], sizes: TableSizes): number =>
  scans.reduce((sum, { table, share }) => sum + Math.ceil(((sizes.get(table) ?? 0) * share) / ROWS_PER_COST), 0);
