import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { deleteApplication, registerApplication, replaceApplication } from '../../src/core/application/applications.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { viewerOf } from '../user/viewer.js';
import { UserType } from '../user/user.type.js';
import { RegisterApplicationInput, ReplaceApplicationInput } from './application.input.js';
import { ApplicationType } from './application.type.js';

const DeleteApplicationInput = idInput('DeleteApplicationInput', 'applicationId', 'ID of the application to delete.');

const viewer = { type: () => UserType, description: 'The viewer, who owns the application.' };
const RegisterApplicationPayload = payloadOf('RegisterApplicationPayload', 'Result of `registerApplication`.', {
  application: { type: () => ApplicationType, description: 'The new application, with its consumer key and secret.' },
  viewer,
});
const ReplaceApplicationPayload = payloadOf('ReplaceApplicationPayload', 'Result of `replaceApplication`.', {
  application: { type: () => ApplicationType, description: 'The updated application.' },
  viewer,
});
const DeleteApplicationPayload = payloadOf('DeleteApplicationPayload', 'Result of `deleteApplication`.', {
  viewer,
});

@Resolver()
export class ApplicationMutations {
  @Mutation(() => RegisterApplicationPayload, {
    description: 'Registers an application in which users can log in. Errors: UNAUTHENTICATED, INVALID, RATE_LIMITED.',
  })
  async registerApplication(
    @Input(() => RegisterApplicationInput) input: RegisterApplicationInput,
    @Ctx() context: Context,
  ) {
    return changed(context, await registerApplication(context, input));
  }

  @Mutation(() => ReplaceApplicationPayload, {
    description:
      'Replaces the fields of an application of the viewer. The consumer key and secret are unchanged. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID.',
  })
  async replaceApplication(
    @Input(() => ReplaceApplicationInput) input: ReplaceApplicationInput,
    @Ctx() context: Context,
  ) {
    return changed(context, await replaceApplication(context, input));
  }

  @Mutation(() => DeleteApplicationPayload, {
    description:
      'Deletes an application of the viewer and every access token issued to it. Errors: UNAUTHENTICATED, NOT_FOUND.',
  })
  async deleteApplication(
    @Input(() => DeleteApplicationInput) { applicationId }: InstanceType<typeof DeleteApplicationInput>,
    @Ctx() context: Context,
  ) {
    await deleteApplication(context, applicationId);
    return { viewer: await viewerOf(context) };
  }
}

const changed = async (context: Context, id: string) => ({
  application: await context.reads.load('application', id),
  viewer: await viewerOf(context),
});
