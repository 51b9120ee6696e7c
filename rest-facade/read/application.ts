import type { RegisterApplicationInput, ReplaceApplicationInput } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { given } from './given.js';

const description = ({ fields }: WireRequest) => ({
  name: fields.text('name'),
  description: fields.text('description'),
});

/** Reads a new application (contract §2.4); absent members are empty. */
export function applicationInput(request: WireRequest): RegisterApplicationInput {
  return { ...description(request), callbackUrl: request.fields.text('callback_url') };
}

/** Reads a replacement of an application; an absent callback URL preserves the stored one. */
export function replaceApplicationInput(request: WireRequest<'applicationId'>): ReplaceApplicationInput {
  const callback = given('callbackUrl', request.fields.optionalText('callback_url'));
  return { ...description(request), ...callback, applicationId: request.params.applicationId };
}
