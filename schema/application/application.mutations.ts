import { Ctx, Mutation, Resolver, Field, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { deleteApplication, registerApplication, replaceApplication } from '../../src/core/application/applications.js';
import type { ApplicationInput } from '../../src/core/application/application-fields.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { viewerOf } from '../user/viewer.js';
import { UserType } from '../user/user.type.js';
import { ApplicationType } from './application.type.js';

@InputType('RegisterApplicationInput', { description: 'Input of `registerApplication`.' })
class RegisterApplicationInput implements ApplicationInput {
  @Field(() => String, { description: 'The name of the application: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'The purpose of the application; must not be empty.' })
  description!: string;

  @Field(() => String, {
    description:
      'The callback URL: an absolute URL of at most 500 characters, with the scheme `http`, `https` or a scheme of the application.',
  })
  callbackUrl!: string;
}

@InputType('ReplaceApplicationInput', { description: 'Input of `replaceApplication`.' })
class ReplaceApplicationInput implements ApplicationInput {
  @Field(() => ID, { description: 'ID of the application to replace.' })
  applicationId!: string;

  @Field(() => String, { description: 'The name of the application: 1 to 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'The purpose of the application; must not be empty.' })
  description!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The callback URL, as in `RegisterApplicationInput`. If omitted, it is unchanged; null or empty removes it.',
  })
  callbackUrl?: string | null;
}

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
