import type { RegisterApplicationInput, ReplaceApplicationInput } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { given } from './given.js';

const description = ({ fields }: WireRequest) => ({
  name: fields.text('name'),
  description: fields.text('description'),
});

/** An application as v2.1 describes it (contract §2.4); what is absent is empty. */
export function applicationInput(request: WireRequest): RegisterApplicationInput {
  return { ...description(request), callbackUrl: request.fields.text('callback_url') };
}

/** The same for an application that is there: an absent callback stays as it was. */
export function replaceApplicationInput(request: WireRequest<'applicationId'>): ReplaceApplicationInput {
  const callback = given('callbackUrl', request.fields.optionalText('callback_url'));
  return { ...description(request), ...callback, applicationId: request.params.applicationId };
}
