import type { ChangeKind } from '../change-kinds.js';
import { MAX_URL_LENGTH, Validation } from '../common/validation.js';
import type { Context } from '../context.js';

const MAX_DESCRIPTION_LENGTH = 300;

export interface WebhookFields {
  readonly url: string;
  readonly kinds: readonly ChangeKind[];
  readonly description: string | null;
}

const reasons = {
  URL_INVALID: 'URL_INVALID',
  URL_HAS_CREDENTIALS: 'URL_INVALID',
  URL_NOT_HTTPS: 'URL_NOT_HTTPS',
  URL_NOT_PUBLIC: 'URL_NOT_PUBLIC',
} as const;

/** The columns that callers choose. @throws DomainError INVALID */
export function validatedWebhook({ services }: Context, { url, kinds, description }: WebhookFields): WebhookFields {
  const validation = new Validation();
  const problem = services.webhooks.urlProblem(url);
  if (problem) validation.add(reasons[problem], 'url');
  if (kinds.length === 0) validation.add('FIELD_REQUIRED', 'kinds');
  const fields = {
    url: validation.text('url', url, MAX_URL_LENGTH),
    kinds: [...new Set(kinds)],
    description: validation.text('description', description ?? '', MAX_DESCRIPTION_LENGTH),
  };
  validation.throwIfInvalid();
  return fields;
}
