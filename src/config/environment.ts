import { z } from 'zod';
import { responsesEnvironment } from './responses.js';
import { dataEnvironment } from './database.js';
import { deprecationsEnvironment } from './deprecations.js';
import { documentsEnvironment } from './documents.js';
import { addressesEnvironment } from './http.js';
import { limitsEnvironment } from './limits.js';
import { mailEnvironment } from './mail.js';
import { flag, wholeNumber } from './setting-schemas.js';
import { spamEnvironment } from './spam.js';
import { tracesEnvironment } from './traces.js';
import { usageEnvironment } from './usage.js';
import { workersEnvironment } from './workers.js';

const behaviourEnvironment = {
  NODE_ENV: z.string().default('development').meta({
    description:
      '`production` rejects demo accounts, a derived base URL and generated keys, and disables name suggestions in GraphQL errors.',
  }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description: 'Minimum level of log entries.',
  }),
  PRODUCT_NAME: z.string().min(1).max(100).default('Lectern').meta({
    description: 'Name of the service in mails and on pages, and `source` of comments made without an application.',
  }),
  INTROSPECTION: flag
    .default(true)
    .meta({ description: 'Enables GraphQL introspection, and name suggestions in errors.' }),
  MAX_PENDING_EVENTS: wholeNumber(1, 1_000).default(3).meta({
    unit: 'events',
    description: 'Maximum number of pending events per submitter.',
  }),
  COMMENT_EDIT_MINUTES: wholeNumber(0, 525_600).default(15).meta({
    unit: 'minutes',
    description: 'Time within which authors may edit a talk comment.',
  }),
  ENFORCE_COMMENT_WINDOW: flag.default(false).meta({
    description: '`true` rejects comments outside the window that `comments_enabled` reports.',
  }),
  ACCOUNT_DISCLOSURE: z.enum(['none', 'legacy']).optional().meta({
    unset: '`legacy` with `COMPATIBILITY=legacy`, else `none`',
    description: '`legacy` lets `/emails/*` disclose that an account does not exist.',
  }),
  COMPATIBILITY: z.enum(['spec', 'legacy']).default('spec').meta({
    description:
      '`legacy` changes the defaults to `EVENT_SUBMISSION=legacy`, `TALK_TYPE_SOCIAL=Social event` and `ACCOUNT_DISCLOSURE=legacy`; a throttled login gets `Signin failed` with status 429.',
  }),
  EVENT_SUBMISSION: z.enum(['spec', 'legacy']).optional().meta({
    unset: 'that of `COMPATIBILITY`',
    description:
      '`legacy` responds to a submission with the URL of the event in `Location`, or with 202 while it is pending.',
  }),
  TALK_TYPE_SOCIAL: z.string().min(1).optional().meta({
    unset: '`Social`',
    description: 'Name of talk type `SOCIAL_EVENT` in v2.1.',
  }),
};

/** Every variable by section of docs/configuration.md, with an introduction to the section. */
export const sections = [
  { title: 'Addresses', variables: addressesEnvironment },
  {
    title: 'Processes',
    about: 'What it means to have several is told in [operate.md](operate.md#several-processes).',
    variables: workersEnvironment,
  },
  { title: 'Data', variables: dataEnvironment },
  { title: 'Mail', variables: mailEnvironment },
  {
    title: 'Limits',
    about: '`<times>/<seconds>`, or `off`. An IPv6 address counts by its first 64 bits.',
    variables: limitsEnvironment,
  },
  { title: 'Spam', variables: spamEnvironment },
  { title: 'Answers', variables: responsesEnvironment },
  { title: 'Behaviour', variables: behaviourEnvironment },
  {
    title: 'Trusted documents',
    about: 'See [operate.md](operate.md#trusted-documents).',
    variables: documentsEnvironment,
  },
  { title: 'Traces', about: 'See [observability.md](observability.md#traces).', variables: tracesEnvironment },
  {
    title: 'Clients that move on',
    about: 'See [operate.md](operate.md#routes-that-are-to-go).',
    variables: { ...usageEnvironment, ...deprecationsEnvironment },
  },
];

/** Every variable that Lectern reads; docs/configuration.md is generated from it. */
export const environment = z.object({
  ...addressesEnvironment,
  ...workersEnvironment,
  ...dataEnvironment,
  ...mailEnvironment,
  ...limitsEnvironment,
  ...spamEnvironment,
  ...responsesEnvironment,
  ...behaviourEnvironment,
  ...documentsEnvironment,
  ...tracesEnvironment,
  ...usageEnvironment,
  ...deprecationsEnvironment,
});

export type Environment = z.infer<typeof environment>;
