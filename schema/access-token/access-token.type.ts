import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';
import { connectionOf } from '../paging.js';

@ObjectType('AccessToken', {
  simpleResolvers: true,
  description: 'An access token of a user. The token itself is only returned when it is issued, by `issueToken`.',
})
export class AccessTokenType {
  @Field(() => ID, { description: 'Numeric ID of the access token, as in `/v2.1/token/{id}`. Not a secret.' })
  id!: string;

  @Field(() => Boolean, {
    description: 'Whether `revokeToken` can revoke the token. The tokens of some applications are not revocable.',
  })
  isRevocable!: boolean;

  @Field(() => DateTimeScalar, { description: 'Time of issue, in UTC.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time of the last use, in UTC, accurate to a few minutes; null if the token was never used.',
  })
  lastUsedAt!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time of expiry, in UTC; null if the token has no fixed expiry.',
  })
  expiresAt!: string | null;
}

export const { Connection: AccessTokenConnection, ConnectionResolver: AccessTokenConnectionResolver } = connectionOf(
  () => AccessTokenType,
  'AccessToken',
);
