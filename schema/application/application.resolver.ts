import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { readSecret } from '../../src/core/application/client-credentials.js';
import type { ApplicationRow } from '../../src/core/reads/applications.js';
import { applicationConnection } from '../../src/core/reads/connection.js';
import { ownsApplication, requireViewer } from '../../src/core/rules.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { UserType } from '../user/user.type.js';
import { ApplicationConnection, ApplicationType } from './application.type.js';

@Resolver(() => ApplicationType)
export class ApplicationResolver {
  @Query(() => ApplicationConnection, {
    description: 'Applications registered by the viewer, ordered by ID. Errors: UNAUTHENTICATED.',
    complexity: listComplexity,
  })
  applications(@Args(() => PageArgs) args: PageArgs, @Ctx() { viewer, reads, maxPageSize }: Context) {
    requireViewer(viewer);
    return applicationConnection(reads, pageRequest(args, maxPageSize));
  }

  @Query(() => ApplicationType, {
    nullable: true,
    description:
      'Look up an application of the viewer by ID. Returns null if the viewer registered no such application. Errors: UNAUTHENTICATED.',
  })
  application(
    @Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string,
    @Ctx() { viewer, reads }: Context,
  ) {
    requireViewer(viewer);
    return loadById(id, (known) => reads.load('application', known));
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The user who registered the application; null if it has no owner or the account is inactive.',
    complexity: 1,
  })
  owner(@Root() { ownerId }: ApplicationRow, @Ctx() { reads }: Context) {
    return ownerId === null ? null : reads.load('user', ownerId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The consumer key, which identifies the application at login. Visible only to the owner; null otherwise.',
  })
  consumerKey(@Root() application: ApplicationRow, @Ctx() { viewer }: Context) {
    return ownsApplication(viewer, application.ownerId) ? application.publicKey : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The consumer secret, which authenticates the application. Visible only to the owner; null otherwise.',
  })
  consumerSecret(@Root() application: ApplicationRow, @Ctx() { viewer, services }: Context) {
    return ownsApplication(viewer, application.ownerId) ? readSecret(application, services.secretKey) : null;
  }
}
