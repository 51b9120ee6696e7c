import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import {
  deleteApplication,
  registerApplication,
  replaceApplication,
} from '../../src/domain/application/applications.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { viewerOf } from '../user/viewer.js';
import { UserType } from '../user/user.type.js';
import { RegisterApplicationInput, ReplaceApplicationInput } from './application.input.js';
import { ApplicationType } from './application.type.js';

const DeleteApplicationInput = idInput('DeleteApplicationInput', 'applicationId', 'The application to delete.');

const viewer = { type: () => UserType, description: 'You, who registered it.' };
const RegisterApplicationPayload = payloadOf('RegisterApplicationPayload', 'What registering an application changed.', {
  application: { type: () => ApplicationType, description: 'The new application, with its key and secret.' },
  viewer,
});
const ReplaceApplicationPayload = payloadOf('ReplaceApplicationPayload', 'What replacing an application changed.', {
  application: { type: () => ApplicationType, description: 'The application as it is now.' },
  viewer,
});
const DeleteApplicationPayload = payloadOf('DeleteApplicationPayload', 'What deleting an application changed.', {
  viewer,
});

@Resolver()
export class ApplicationMutations {
  @Mutation(() => RegisterApplicationPayload, {
    description: 'Registers an application, in which people can then log in. UNAUTHENTICATED, INVALID, RATE_LIMITED.',
  })
  async registerApplication(
    @Input(() => RegisterApplicationInput) input: RegisterApplicationInput,
    @Ctx() context: Context,
  ) {
    return changed(context, await registerApplication(context, input));
  }

  @Mutation(() => ReplaceApplicationPayload, {
    description:
      'Describes an application of yours anew; its key and secret stay. UNAUTHENTICATED, NOT_FOUND, INVALID.',
  })
  async replaceApplication(
    @Input(() => ReplaceApplicationInput) input: ReplaceApplicationInput,
    @Ctx() context: Context,
  ) {
    return changed(context, await replaceApplication(context, input));
  }

  @Mutation(() => DeleteApplicationPayload, {
    description:
      'Deletes an application of yours. Whoever is logged in through it is logged out. UNAUTHENTICATED, NOT_FOUND.',
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
