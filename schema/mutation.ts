import { Arg, Field, ID, InputType, ObjectType, type ClassType } from 'type-graphql';

/** Declares the single argument of a mutation: `@Input(() => StarTalkInput) { talkId }: …`. */
export function Input(type: () => ClassType<object>) {
  return Arg('input', type, { description: 'Parameters of the mutation.' });
}

/** A field of a payload: type and description of a record that the mutation changed. */
export interface PayloadMember<Type extends object> {
  readonly type: () => ClassType<Type> | typeof Boolean | typeof String | typeof ID;
  readonly description: string;
  /** Whether the field is nullable; the description then states when it is null. */
  readonly nullable?: boolean;
}

/**
 * Creates the payload type of a mutation: an object with the changed records, so that fields can be added later
 * (graph.md, Mutations).
 *
 * @param name such as `StarTalkPayload`
 */
export function payloadOf(name: string, description: string, members: Readonly<Record<string, PayloadMember<object>>>) {
  @ObjectType(name, { simpleResolvers: true, description })
  class Payload {}
  for (const [member, { type, description: about, nullable = false }] of Object.entries(members)) {
    Field(type, { description: about, nullable })(Payload.prototype, member);
  }
  return Payload;
}

/**
 * Creates the input type of a mutation whose only parameter is the ID of a record.
 *
 * @param name such as `StarTalkInput`
 * @param field such as `talkId`
 */
export function idInput<FieldName extends string>(
  name: string,
  field: FieldName,
  about: string,
): ClassType<Record<FieldName, string>> {
  @InputType(name, {
    description: `Input of \`${name.charAt(0).toLowerCase()}${name.slice(1).replace(/Input$/, '')}\`.`,
  })
  class IdInput {}
  Field(() => ID, { description: about })(IdInput.prototype, field);
  return IdInput as ClassType<Record<FieldName, string>>;
}
