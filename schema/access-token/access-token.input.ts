import { Field, InputType } from 'type-graphql';
import type { Credentials } from '../../src/core/application/sign-in.js';

@InputType('IssueTokenInput', { description: 'Input of `issueToken`.' })
export class IssueTokenInput implements Credentials {
  @Field(() => String, { description: 'The username, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;

  @Field(() => String, { description: 'The consumer key of the application in which the user logs in.' })
  clientId!: string;

  @Field(() => String, { description: 'The consumer secret of the application.' })
  clientSecret!: string;
}
