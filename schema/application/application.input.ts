import { Field, ID, InputType } from 'type-graphql';
import type { ApplicationInput } from '../../src/domain/application/application-fields.js';

@InputType('RegisterApplicationInput', { description: 'A new application.' })
export class RegisterApplicationInput implements ApplicationInput {
  @Field(() => String, { description: 'What it is called: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'What it is for; not empty.' })
  description!: string;

  @Field(() => String, {
    description:
      'Where it wants to be called back: an absolute address of at most 500 characters, on the web or of its own scheme.',
  })
  callbackUrl!: string;
}

@InputType('ReplaceApplicationInput', { description: 'An application, described anew.' })
export class ReplaceApplicationInput implements ApplicationInput {
  @Field(() => ID, { description: 'The application to replace.' })
  applicationId!: string;

  @Field(() => String, { description: 'What it is called: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'What it is for; not empty.' })
  description!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Where it wants to be called back, as in `RegisterApplicationInput`. Omitted, it stays as it was; null or empty: nowhere.',
  })
  callbackUrl?: string | null;
}
