import {
  findBreakingChanges,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** An argument or a field of an input object, with its place, such as `Query.talks(first:)`. */
type Input = readonly [place: string, input: GraphQLArgument | GraphQLInputField];

/** The breaking changes from one schema to another, in words: those of graphql-js, and those that it does not count. */
export function breakingChanges(before: GraphQLSchema, after: GraphQLSchema): string[] {
  return [
    ...findBreakingChanges(before, after).map(({ description }) => description),
    ...lostDefaults(before, after),
    ...newOneOf(before, after),
  ];
}

/** Inputs of the same non-null type that had a default value: to omit them was valid, and is no more. */
function lostDefaults(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const now = new Map(inputsOf(after));
  return inputsOf(before).flatMap(([place, input]) => {
    const later = now.get(place);
    const required = later && String(later.type) === String(input.type) && isRequiredArgument(later);
    return required && !isRequiredArgument(input) ? [`${place} has no default value any more and is required.`] : [];
  });
}

/** Input objects that accept one of their members only, where several were valid. */
function newOneOf(before: GraphQLSchema, after: GraphQLSchema): string[] {
  return Object.values(before.getTypeMap()).flatMap((type) => {
    const later = after.getType(type.name);
    const isNew = isInputObjectType(type) && !type.isOneOf && isInputObjectType(later) && later.isOneOf;
    return isNew ? [`${type.name} became @oneOf.`] : [];
  });
}

const inputsOf = (schema: GraphQLSchema): Input[] => [
  ...schema.getDirectives().flatMap(({ name, args }) => argumentsOf(`@${name}`, args)),
  ...Object.values(schema.getTypeMap()).flatMap(inputsOfType),
];

function inputsOfType(type: GraphQLNamedType): Input[] {
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field): Input => [`${type.name}.${field.name}`, field]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) => argumentsOf(`${type.name}.${name}`, args));
}

const argumentsOf = (place: string, args: readonly GraphQLArgument[]) =>
  args.map((argument): Input => [`${place}(${argument.name}:)`, argument]);
