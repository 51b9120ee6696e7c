import { InterfaceType } from 'type-graphql';
import { declareFields, field, type FieldRows, type Resolve } from './fields.js';

/**
 * IDs that are unique among all types (GraphQL Global Object Identification). `id` stays the numeric ID of v2.1, which
 * is unique only per type.
 */

const NODE_ID = /^([A-Z][A-Za-z]*):([1-9]\d{0,14})$/;

/** A record's type and its numeric ID. */
interface Reference {
  readonly type: string;
  readonly id: string;
}

export const nodeIdOf = ({ type, id }: Reference): string => Buffer.from(`${type}:${id}`).toString('base64url');

/** Parses a node ID; null if it is malformed, or encoded in another way than by `nodeIdOf`. */
export function parseNodeId(nodeId: string): Reference | null {
  const [, type, id] = NODE_ID.exec(Buffer.from(nodeId, 'base64url').toString()) ?? [];
  if (type === undefined || id === undefined || nodeIdOf({ type, id }) !== nodeId) return null;
  return { type, id };
}

const types = new WeakMap<object, string>();

/** Notes the type of a record that `node` returns. */
export const setNodeType = (record: object, type: string): void => void types.set(record, type);

/** The type of a record returned by `node` or `nodes`. */
export const nodeTypeOf = (record: object): string | undefined => types.get(record);

const rows: FieldRows = {
  nodeId: field.id('Opaque ID of the record, unique among all types: the argument of `node`.'),
};

@InterfaceType('Node', { description: 'A record that `node` can look up.', resolveType: nodeTypeOf })
class Node {}
declareFields(Node, rows);

/** What a type with an ID implements, and the resolvers of those fields. */
export const nodeOf = (type: string) => ({
  implements: Node,
  resolvers: { nodeId: { resolve: (({ id }: { readonly id: string }) => nodeIdOf({ type, id })) as Resolve } },
});

/** The interface, as a type of a field. */
export const nodeInterface = (): object => Node;
