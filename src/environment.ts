import { z } from 'zod';
import { answersEnvironment } from './answers/settings.js';
import { dataEnvironment } from './database/settings.js';
import { deprecationsEnvironment } from './deprecations/settings.js';
import { documentsEnvironment } from './documents/settings.js';
import { addressesEnvironment } from './http/settings.js';
import { limitsEnvironment } from './limits/settings.js';
import { mailEnvironment } from './mail/settings.js';
import { flag, wholeNumber } from './setting-forms.js';
import { spamEnvironment } from './spam/settings.js';
import { tracesEnvironment } from './traces/settings.js';
import { usageEnvironment } from './usage/settings.js';
import { workersEnvironment } from './workers/settings.js';

const behaviourEnvironment = {
  NODE_ENV: z.string().default('development').meta({
    description:
      '`production` refuses demo accounts, guessed addresses and generated keys, and suggests no names of the graph.',
  }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description: 'What is written to the log: this, and what is worse.',
  }),
  PRODUCT_NAME: z.string().min(1).max(100).default('Lectern').meta({
    description: 'What the service is called in mails, and as the `source` of comments made with no application.',
  }),
  INTROSPECTION: flag
    .default(true)
    .meta({ description: 'Whether the graph tells its schema, and suggests its names to who misspells one.' }),
  MAX_PENDING_EVENTS: wholeNumber(1, 1_000).default(3).meta({
    unit: 'events',
    description: 'How many that one user submitted may await approval.',
  }),
  COMMENT_EDIT_MINUTES: wholeNumber(0, 525_600).default(15).meta({
    unit: 'minutes',
    description: 'How long authors may edit a talk comment.',
  }),
  ENFORCE_COMMENT_WINDOW: flag.default(false).meta({
    description: '`true` refuses comments outside the time that `comments_enabled` tells.',
  }),
  ACCOUNT_DISCLOSURE: z.enum(['none', 'legacy']).default('none').meta({
    description: '`legacy` lets `/emails/*` say that an account does not exist.',
  }),
  COMPATIBILITY: z.enum(['spec', 'legacy']).default('spec').meta({
    description: '`legacy` means `EVENT_SUBMISSION=legacy` and `TALK_TYPE_SOCIAL=Social event`, unless they are set.',
  }),
  EVENT_SUBMISSION: z.enum(['spec', 'legacy']).optional().meta({
    unset: 'that of `COMPATIBILITY`',
    description:
      '`legacy` answers a submission with 202 while it awaits approval, and with its own address in `Location` when not.',
  }),
  TALK_TYPE_SOCIAL: z.string().min(1).optional().meta({
    unset: '`Social`',
    description: 'The word by which v2.1 reads social events.',
  }),
};

/** Every variable by its section of docs/configuration.md, and what is said of all in one. */
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
  { title: 'Answers', variables: answersEnvironment },
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

/** Every variable that Lectern reads. docs/configuration.md is made of it. */
export const environment = z.object({
  ...addressesEnvironment,
  ...workersEnvironment,
  ...dataEnvironment,
  ...mailEnvironment,
  ...limitsEnvironment,
  ...spamEnvironment,
  ...answersEnvironment,
  ...behaviourEnvironment,
  ...documentsEnvironment,
  ...tracesEnvironment,
  ...usageEnvironment,
  ...deprecationsEnvironment,
});

export type Environment = z.infer<typeof environment>;
