import { compile } from './compile.js';
import type { GraphTypes } from './graph.generated.js';
import type { Member, WireRecord } from './member.js';
import type { AllOf } from './shape.js';

/** What a GraphQL type offers to members: its fields, and the record that contains it. */
type Offer<Type extends keyof GraphTypes> = GraphTypes[Type] & { readonly parent: { readonly id: string } };

/** What the members of a table read of the result of an operation. */
type NodeOf<Table> = AllOf<
  { [Name in keyof Table]: Table[Name] extends Member<never, infer Selected> ? Selected : never }[keyof Table]
>;

/**
 * Declares a record of v2.1: one row per member, in the order of the contract. The table yields the serializer, the
 * GraphQL fragment (`npm run generate`), the OpenAPI component, and the plain members of the equivalence test.
 *
 * @param graphType its GraphQL type: a row that reads a field that the type lacks does not compile
 * @param recordName by default the name of the type
 */
export function record<
  Type extends keyof GraphTypes,
  Table extends Readonly<Record<string, Member<Offer<Type>, never>>>,
>(graphType: Type, members: Table, recordName: string = graphType): WireRecord<NodeOf<Table>> {
  return Object.assign(compile<NodeOf<Table>>(members), { recordName, graphType, members });
}
