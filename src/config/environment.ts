import { z } from 'zod';
import { behaviourEnvironment, responsesEnvironment } from './behaviour.js';
import { dataEnvironment } from './database.js';
import { deprecationsEnvironment, usageEnvironment } from './deprecations.js';
import { documentsEnvironment } from './documents.js';
import { addressesEnvironment } from './addresses.js';
import { limitsEnvironment } from './limits.js';
import { mailEnvironment } from './mail.js';
import { spamEnvironment } from './spam.js';
import { tracesEnvironment } from './traces.js';
import { workersEnvironment } from './workers.js';

/** Every variable by section of docs/configuration.md, with an introduction to the section. */
export const sections = [
  { title: 'Addresses', variables: addressesEnvironment },
  {
    title: 'Processes',
    about: 'See [operate.md](operate.md#several-processes).',
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
  { title: 'Responses', variables: responsesEnvironment },
  { title: 'Behaviour', variables: behaviourEnvironment },
  {
    title: 'Trusted documents',
    about: 'See [operate.md](operate.md#trusted-documents).',
    variables: documentsEnvironment,
  },
  { title: 'Traces', about: 'See [observability.md](observability.md#traces).', variables: tracesEnvironment },
  {
    title: 'Deprecation',
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
