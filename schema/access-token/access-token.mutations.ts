import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { issueToken } from '../../src/domain/token/sign-in.js';
import { revokeToken } from '../../src/domain/token/tokens.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { viewerOf } from '../user/viewer.js';
import { IssueTokenInput } from './access-token.input.js';

const RevokeTokenInput = idInput('RevokeTokenInput', 'tokenId', 'The token to end, by its number.');

const IssueTokenPayload = payloadOf('IssueTokenPayload', 'What logging in gave.', {
  accessToken: {
    type: () => String,
    description: 'Send it with each request, as `Authorization: Bearer …`. It is told this once.',
  },
  user: { type: () => UserType, description: 'Who is logged in with it.' },
  viewer: {
    type: () => UserType,
    nullable: true,
    description: 'Who was logged in before, by the token of this request; null when nobody.',
  },
});
const RevokeTokenPayload = payloadOf('RevokeTokenPayload', 'What ending a token changed.', {
  viewer: { type: () => UserType, description: 'You, whose token it was.' },
});

@Resolver()
export class AccessTokenMutations {
  @Mutation(() => IssueTokenPayload, {
    description:
      'Logs in. FORBIDDEN when the application is not known (`CLIENT_REFUSED`), or the username or the password is wrong (`SIGN_IN_FAILED`); UNAUTHENTICATED while the account is not verified (`NOT_VERIFIED`); INVALID, RATE_LIMITED, UNAVAILABLE.',
  })
  async issueToken(@Input(() => IssueTokenInput) input: IssueTokenInput, @Ctx() context: Context) {
    const { token, userId } = await issueToken(context, input);
    return {
      accessToken: token,
      user: await context.reads.load('user', userId),
      viewer: await viewerOf(context),
    };
  }

  @Mutation(() => RevokeTokenPayload, {
    description:
      'Ends one of your tokens. Only for applications of the service itself. UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  async revokeToken(
    @Input(() => RevokeTokenInput) { tokenId }: InstanceType<typeof RevokeTokenInput>,
    @Ctx() context: Context,
  ) {
    await revokeToken(context, tokenId);
    return { viewer: await viewerOf(context) };
  }
}
