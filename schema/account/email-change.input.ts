import { Field, InputType } from 'type-graphql';

@InputType('ConfirmEmailChangeInput', { description: 'Input of `confirmEmailChange`.' })
export class ConfirmEmailChangeInput {
  @Field(() => String, { description: 'The token of the link sent to the new address. It expires after seven days.' })
  token!: string;
}

@InputType('AuthoriseEmailChangeInput', { description: 'Input of `authoriseEmailChange`.' })
export class AuthoriseEmailChangeInput {
  @Field(() => String, {
    description: 'The token of the link sent to the current address. It expires after seven days.',
  })
  token!: string;
}

@InputType('CancelEmailChangeInput', { description: 'Input of `cancelEmailChange`.' })
export class CancelEmailChangeInput {
  @Field(() => String, {
    description: 'The token of the link sent to the current address. It expires after seven days.',
  })
  token!: string;
}
