import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { requireTokenManager } from '../../src/core/application/tokens.js';
import type { AccessTokenRow } from '../../src/core/reads/access-tokens.js';
import { accessTokenConnection } from '../../src/core/reads/connection.js';
import { ApplicationType } from '../application/application.type.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { AccessTokenConnection, AccessTokenType } from './access-token.type.js';

@Resolver(() => AccessTokenType)
export class AccessTokenResolver {
  @Query(() => AccessTokenConnection, {
    description:
      'Revocable access tokens of the viewer, ordered by ID. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.',
    complexity: listComplexity,
  })
  accessTokens(@Args(() => PageArgs) args: PageArgs, @Ctx() context: Context) {
    requireTokenManager(context);
    return accessTokenConnection(context.reads, pageRequest(args, context.maxPageSize));
  }

  @Query(() => AccessTokenType, {
    nullable: true,
    description:
      'Look up an access token of the viewer by ID. Returns null if the viewer has no such token. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.',
  })
  accessToken(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() context: Context) {
    requireTokenManager(context);
    return loadById(id, (known) => context.reads.load('accessToken', known));
  }

  @FieldResolver(() => ApplicationType, {
    nullable: true,
    description: 'The application to which the token was issued; null if it was issued on the command line.',
    complexity: 1,
  })
  application(@Root() { applicationId }: AccessTokenRow, @Ctx() { reads }: Context) {
    return applicationId === null ? null : reads.load('applicationOfToken', applicationId);
  }
}
