import { Field, InputType } from 'type-graphql';
import type { Credentials } from '../../src/domain/token/sign-in.js';

@InputType('IssueTokenInput', { description: 'What somebody shows who logs in.' })
export class IssueTokenInput implements Credentials {
  @Field(() => String, { description: 'The username, in any case.' })
  username!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;

  @Field(() => String, { description: 'The key of the application in which they log in.' })
  clientId!: string;

  @Field(() => String, { description: 'The secret of the application.' })
  clientSecret!: string;
}
