import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { requireTokenManager } from '../../src/domain/token/tokens.js';
import type { AccessTokenRow } from '../../src/reads/access-tokens.js';
import { accessTokenConnection } from '../../src/reads/connection.js';
import { ApplicationType } from '../application/application.type.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { AccessTokenConnection } from './access-token.connection.js';
import { AccessTokenType } from './access-token.type.js';

@Resolver(() => AccessTokenType)
export class AccessTokenResolver {
  @Query(() => AccessTokenConnection, {
    description:
      'Your access tokens that can be revoked, by number. Only for applications of the service itself. UNAUTHENTICATED, FORBIDDEN.',
    complexity: listComplexity,
  })
  accessTokens(@Args(() => PageArgs) args: PageArgs, @Ctx() context: Context) {
    requireTokenManager(context);
    return accessTokenConnection(context.reads, pageRequest(args, context.maxPageSize));
  }

  @Query(() => AccessTokenType, {
    nullable: true,
    description:
      'One of your access tokens, by number; null when you have no such. Only for applications of the service itself. UNAUTHENTICATED, FORBIDDEN.',
  })
  accessToken(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() context: Context) {
    requireTokenManager(context);
    return recordId(id, (known) => context.reads.load('accessToken', known));
  }

  @FieldResolver(() => ApplicationType, {
    nullable: true,
    description: 'The application to which it was issued; null when to none, as on the command line.',
    complexity: 1,
  })
  application(@Root() { applicationId }: AccessTokenRow, @Ctx() { reads }: Context) {
    return applicationId === null ? null : reads.load('applicationOfToken', applicationId);
  }
}
