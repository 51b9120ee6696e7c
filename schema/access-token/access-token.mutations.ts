import { Ctx, Mutation, Resolver, Field, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { issueToken, type Credentials } from '../../src/core/application/issue-token.js';
import { revokeToken } from '../../src/core/application/tokens.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { viewerOf } from '../user/viewer.js';

@InputType('IssueTokenInput', { description: 'Input of `issueToken`.' })
class IssueTokenInput implements Credentials {
  @Field(() => String, { description: 'The username, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;

  @Field(() => String, { description: 'The consumer key of the application in which the user logs in.' })
  clientId!: string;

  @Field(() => String, { description: 'The consumer secret of the application.' })
  clientSecret!: string;
}

const RevokeTokenInput = idInput('RevokeTokenInput', 'tokenId', 'ID of the access token to revoke.');

const IssueTokenPayload = payloadOf('IssueTokenPayload', 'Result of `issueToken`.', {
  accessToken: {
    type: () => String,
    description: 'The access token, for the header `Authorization: Bearer <token>`. It cannot be retrieved again.',
  },
  user: { type: () => UserType, description: 'The user that the token authenticates.' },
  viewer: {
    type: () => UserType,
    nullable: true,
    description: 'The user authenticated by the access token of this request; null if the request is anonymous.',
  },
});
const RevokeTokenPayload = payloadOf('RevokeTokenPayload', 'Result of `revokeToken`.', {
  viewer: { type: () => UserType, description: 'The viewer, who owned the token.' },
});

@Resolver()
export class AccessTokenMutations {
  @Mutation(() => IssueTokenPayload, {
    description:
      'Issues an access token for a username and password. Errors: FORBIDDEN if the application credentials are invalid (`CLIENT_REFUSED`) or the username or password is wrong (`SIGN_IN_FAILED`); UNAUTHENTICATED if the e-mail address of the account is not verified (`NOT_VERIFIED`); INVALID, RATE_LIMITED, UNAVAILABLE.',
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
      'Revokes an access token of the viewer. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  async revokeToken(
    @Input(() => RevokeTokenInput) { tokenId }: InstanceType<typeof RevokeTokenInput>,
    @Ctx() context: Context,
  ) {
    await revokeToken(context, tokenId);
    return { viewer: await viewerOf(context) };
  }
}
