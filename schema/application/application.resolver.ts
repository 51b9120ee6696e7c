import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { readSecret } from '../../src/domain/application/client-credentials.js';
import type { ApplicationRow } from '../../src/reads/applications.js';
import { applicationConnection } from '../../src/reads/connection.js';
import { ownsApplication, requireViewer } from '../../src/rules.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { UserType } from '../user/user.type.js';
import { ApplicationConnection } from './application.connection.js';
import { ApplicationType } from './application.type.js';

@Resolver(() => ApplicationType)
export class ApplicationResolver {
  @Query(() => ApplicationConnection, {
    description: 'The applications that you registered, by number. UNAUTHENTICATED.',
    complexity: listComplexity,
  })
  applications(@Args(() => PageArgs) args: PageArgs, @Ctx() { viewer, reads, maxPageSize }: Context) {
    requireViewer(viewer);
    return applicationConnection(reads, pageRequest(args, maxPageSize));
  }

  @Query(() => ApplicationType, {
    nullable: true,
    description: 'An application that you registered, by number; null when you registered no such. UNAUTHENTICATED.',
  })
  application(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { viewer, reads }: Context) {
    requireViewer(viewer);
    return recordId(id, (known) => reads.load('application', known));
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'Who registered it; null when nobody did, or their account is not active.',
    complexity: 1,
  })
  owner(@Root() { ownerId }: ApplicationRow, @Ctx() { reads }: Context) {
    return ownerId === null ? null : reads.load('user', ownerId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'By what the application is known when somebody logs in. For who registered it; null for all others.',
  })
  consumerKey(@Root() application: ApplicationRow, @Ctx() { viewer }: Context) {
    return ownsApplication(viewer, application.ownerId) ? application.publicKey : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What the application shows to be believed. For who registered it; null for all others.',
  })
  consumerSecret(@Root() application: ApplicationRow, @Ctx() { viewer, services }: Context) {
    return ownsApplication(viewer, application.ownerId) ? readSecret(application, services.secretKey) : null;
  }
}
