import { Field, ID, InputType } from 'type-graphql';
import type { ApplicationInput } from '../../src/core/application/application-fields.js';

@InputType('RegisterApplicationInput', { description: 'Input of `registerApplication`.' })
export class RegisterApplicationInput implements ApplicationInput {
  @Field(() => String, { description: 'The name of the application: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'The purpose of the application; must not be empty.' })
  description!: string;

  @Field(() => String, {
    description:
      'The callback URL: an absolute URL of at most 500 characters, with the scheme `http`, `https` or a scheme of the application.',
  })
  callbackUrl!: string;
}

@InputType('ReplaceApplicationInput', { description: 'Input of `replaceApplication`.' })
export class ReplaceApplicationInput implements ApplicationInput {
  @Field(() => ID, { description: 'ID of the application to replace.' })
  applicationId!: string;

  @Field(() => String, { description: 'The name of the application: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'The purpose of the application; must not be empty.' })
  description!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The callback URL, as in `RegisterApplicationInput`. If omitted, it is unchanged; null or empty removes it.',
  })
  callbackUrl?: string | null;
}
