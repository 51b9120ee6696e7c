import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';

/** A named element of a schema. */
export interface NamedThing {
  /** Such as `Event`, `Event.talks`, `Event.talks(first:)` or `EventStatus.PENDING`. */
  readonly path: string;
  readonly kind: 'type' | 'field' | 'argument' | 'input field' | 'value';
  readonly name: string;
  readonly description: string;
  /** The type of an output or input; undefined for types and values. */
  readonly type: GraphQLType | undefined;
  /** Null if it is not deprecated. */
  readonly deprecation: string | null;
}

type Element = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type?: GraphQLType;
  readonly deprecationReason?: string | null | undefined;
};

const named = (kind: NamedThing['kind'], path: string, element: Element): NamedThing => ({
  path,
  kind,
  name: element.name,
  description: element.description ?? '',
  type: element.type,
  deprecation: element.deprecationReason ?? null,
});

/** All named elements of a schema, except the built-in ones of GraphQL. */
export function namedThings(schema: GraphQLSchema): NamedThing[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => [
      named('type', type.name, { name: type.name, description: type.description }),
      ...membersOf(type),
    ]);
}

function membersOf(type: GraphQLNamedType): NamedThing[] {
  const pathOf = ({ name }: Element) => `${type.name}.${name}`;
  if (isEnumType(type)) return type.getValues().map((value) => named('value', pathOf(value), value));
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => named('input field', pathOf(field), field));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    named('field', pathOf(field), field),
    ...field.args.map((argument) => named('argument', `${pathOf(field)}(${argument.name}:)`, argument)),
  ]);
}
