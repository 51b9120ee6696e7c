import { Arg, Field, ID, InputType, ObjectType, type ClassType } from 'type-graphql';

/** The one argument of a mutation: `@Input(() => StarTalkInput) { talkId }: …`. */
export function Input(type: () => ClassType<object>) {
  return Arg('input', type, { description: 'What the mutation needs to know.' });
}

/** One member of a payload: the type of a record that a mutation changed, and what it is to the mutation. */
export interface PayloadMember<Type extends object> {
  readonly type: () => ClassType<Type> | typeof Boolean | typeof String | typeof ID;
  readonly description: string;
  /** Whether there may be none; the description says when. */
  readonly nullable?: boolean;
}

/**
 * The result of a mutation: an object that holds what it changed, so that more can be told later (graph.md, Mutations).
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
 * The input of a mutation that is told only which record it is about.
 *
 * @param name such as `StarTalkInput`
 * @param field such as `talkId`
 */
export function idInput<FieldName extends string>(
  name: string,
  field: FieldName,
  about: string,
): ClassType<Record<FieldName, string>> {
  @InputType(name, { description: `Which record it is about.` })
  class IdInput {}
  Field(() => ID, { description: about })(IdInput.prototype, field);
  return IdInput as ClassType<Record<FieldName, string>>;
}
