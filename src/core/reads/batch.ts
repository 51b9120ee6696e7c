import type { Statement } from '../../database/sql/statement.js';
import type { Viewer } from '../rules.js';
import { viewerArgument, type ReadScope } from './scope.js';
import type { ViewerArgument } from './visibility.js';

/** Batch function of a DataLoader: one value per key, in the order of the keys. */
export type Batch<Value> = (scope: ReadScope, keys: readonly string[]) => Promise<Value[]>;

interface ByKeys extends ViewerArgument {
  readonly keys: readonly string[];
}
export type ToRecord<Row, Value> = (row: Row, scope: ReadScope) => Value;

const argumentsOf = (scope: ReadScope, keys: readonly string[]): ByKeys => ({
  keys,
  ...viewerArgument(scope),
});

/** One record per ID; null if it does not exist or is not visible to the viewer. */
export function recordBatch<Row extends { id: string }, Value>(
  statementFor: (scope: ReadScope) => Statement<ByKeys, Row>,
  toRecord: ToRecord<Row, Value>,
): Batch<Value | null> {
  return async (scope, keys) => {
    const rows = await scope.run(statementFor(scope), argumentsOf(scope, keys));
    const byId = new Map(rows.map((row) => [row.id, toRecord(row, scope)]));
    return keys.map((key) => byId.get(key) ?? null);
  };
}

/** A short list per ID. */
export function listBatch<Row extends { parent: string }, Value>(
  statement: Statement<ByKeys, Row>,
  toRecord: ToRecord<Row, Value>,
): Batch<Value[]> {
  return async (scope, keys) => {
    const rows = await scope.run(statement, argumentsOf(scope, keys));
    const groups = new Map<string, Value[]>(keys.map((key) => [key, []]));
    for (const row of rows) groups.get(row.parent)?.push(toRecord(row, scope));
    return keys.map((key) => groups.get(key) ?? []);
  };
}

/** Whether a condition about the viewer is true of each record. Always false for an anonymous viewer. */
export function flagBatch(statement: Statement<ByKeys, { key: string }>): Batch<boolean> {
  return async (scope, keys) => {
    if (!scope.viewer) return keys.map(() => false);
    const flagged = new Set((await scope.run(statement, argumentsOf(scope, keys))).map(({ key }) => key));
    return keys.map((key) => flagged.has(key));
  };
}

/** No records for viewers who may not see any. */
export const ifAllowed =
  <Value>(may: (viewer: Viewer) => boolean, batch: Batch<Value | null>): Batch<Value | null> =>
  async (scope, keys) =>
    scope.viewer && may(scope.viewer) ? batch(scope, keys) : keys.map(() => null);

/** A short list per ID; empty for viewers who may not see any records. */
export const listIfAllowed =
  <Value>(may: (viewer: Viewer) => boolean, batchFor: (scope: ReadScope) => Batch<Value[]>): Batch<Value[]> =>
  async (scope, keys) =>
    scope.viewer && may(scope.viewer) ? batchFor(scope)(scope, keys) : keys.map(() => []);
