import { GraphQLObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { Context } from '../src/core/context.js';

type Resolver = GraphQLFieldResolver<unknown, Context>;
type Method = (this: unknown, ...parameters: unknown[]) => unknown;
type FieldResolverMetadata = ReturnType<typeof getMetadataStorage>['fieldResolvers'][number];

/**
 * Makes fields call their resolver methods directly. type-graphql sorts, copies and validates the parameters of a
 * method at every call, which costs more than the small methods of a long list themselves.
 *
 * Applies only to methods whose parameters are the root, the context and the resolve info. All others keep
 * type-graphql's resolver, as do methods with `@Authorized` or `@UseMiddleware`.
 */
export function callResolversDirectly(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  const names = new Map<unknown, string>(objectTypes.map(({ target, name }) => [target, name]));
  for (const metadata of fieldResolvers) {
    const type = schema.getType(names.get(metadata.getObjectType?.()) ?? '');
    const field = type instanceof GraphQLObjectType ? type.getFields()[metadata.schemaName] : undefined;
    const direct = directResolver(metadata);
    if (field && direct) field.resolve = direct;
  }
}

function directResolver({
  kind,
  target,
  methodName,
  params,
  roles,
  middlewares,
}: FieldResolverMetadata): Resolver | null {
  if (kind !== 'external' || roles !== undefined || (middlewares ?? []).length > 0) return null;
  const resolver: unknown = Reflect.construct(target, []);
  const method = Reflect.get(Object(resolver), methodName) as Method;
  const kinds = (params ?? []).toSorted((a, b) => a.index - b.index).map((param) => param.kind);
  switch (kinds.join()) {
    case 'root':
      return (record) => method.call(resolver, record);
    case 'root,context':
      return (record, _, context) => method.call(resolver, record, context);
    case 'root,context,info':
      return (record, _, context, info) => method.call(resolver, record, context, info);
    default:
      return null;
  }
}
