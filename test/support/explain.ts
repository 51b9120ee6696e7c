import type pg from 'pg';
import type { Run } from '../../src/database/sql/statement.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The cost of a statement: touched pages of 8 KB, sequentially scanned tables, visited rows of tables (an index scan
 * may find them on few pages), returned rows.
 */
export interface Cost {
  readonly name: string;
  readonly pages: number;
  readonly whole: readonly string[];
  readonly looks: number;
  readonly rows: number;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function looksOf(node: PlanNode): number {
  if (node['Relation Name'] === undefined) return 0;
  const once =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(once * node['Actual Loops']);
}

/**
 * Runs statements like a service that has run them before: with generic plans, except searches, which are planned for
 * their arguments. Reports the cost of every statement.
 */
export function explaining(client: pg.ClientBase, tell: (cost: Cost) => void): Run {
  let number = 0;
  return async ({ name, text, values, isSearch }, args) => {
    const given = values(args).map((value) => literalOf(client, value));
    const prepared = `explained_${(number += 1)}`;
    const execute = `execute ${prepared}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
    await client.query(`set plan_cache_mode = ${isSearch ? 'force_custom_plan' : 'force_generic_plan'}`);
    await client.query(`prepare ${prepared} as ${text}`);
    // The first reader of new rows sets their hint bits.
    const { rows } = await client.query(execute);
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) ${execute}`,
    );
    await client.query(`deallocate ${prepared}`);
    const plan = explained.rows[0]!['QUERY PLAN'][0].Plan;
    const nodes = nodesOf(plan);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    tell({
      name,
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      whole: [...new Set(whole.map((node) => node['Relation Name'] ?? ''))].filter((table) => table !== ''),
      looks: nodes.reduce((sum, node) => sum + looksOf(node), 0),
      rows: rows.length,
    });
    return rows;
  };
}

function literalOf(client: pg.ClientBase, value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  return client.escapeLiteral(String(value));
}
