import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('AccessToken', {
  simpleResolvers: true,
  description: 'Somebody is logged in. The token itself is only told when it is issued, by `issueToken`.',
})
export class AccessTokenType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/token/{id}`. It is no secret.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether `revokeToken` can end it: some applications keep theirs.' })
  isRevocable!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was issued, in UTC.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was last used, in UTC, to within some minutes; null when never.',
  })
  lastUsedAt!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ends, in UTC; null when no end is set.' })
  expiresAt!: string | null;
}
