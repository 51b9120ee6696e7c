import * as z from 'zod';
import { behaviourEnvironment, responsesEnvironment } from './behaviour.js';
import { cdnEnvironment } from './cdn.js';
import { dataEnvironment } from './database.js';
import { deprecationsEnvironment, usageEnvironment } from './deprecations.js';
import { documentsEnvironment } from './documents.js';
import { addressesEnvironment } from './addresses.js';
import { imagesEnvironment } from './images.js';
import { limitsEnvironment } from './limits.js';
import { mailEnvironment } from './mail.js';
import { replicasEnvironment } from './replicas.js';
import { spamEnvironment } from './spam.js';
import { tracesEnvironment } from './traces.js';
import { venuesEnvironment } from './venues.js';
import { webhooksEnvironment } from './webhooks.js';
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
  { title: 'Replicas', about: 'See [scale.md](scale.md).', variables: replicasEnvironment },
  { title: 'Images', about: 'See [operate.md](operate.md#images-in-s3).', variables: imagesEnvironment },
  { title: 'Mail', variables: mailEnvironment },
  {
    title: 'Limits',
    about:
      'Maximum number per window, as `<times>/<seconds>`, or `off`. IPv6 addresses are counted by their /64 prefix.',
    variables: limitsEnvironment,
  },
  { title: 'Venues', about: 'See [operate.md](operate.md#a-venue).', variables: venuesEnvironment },
  { title: 'Spam', variables: spamEnvironment },
  { title: 'Webhooks', about: 'See [live.md](live.md#webhooks).', variables: webhooksEnvironment },
  { title: 'Responses', variables: responsesEnvironment },
  { title: 'CDN', about: 'See [operate.md](operate.md#caches-in-front).', variables: cdnEnvironment },
  { title: 'Behaviour', variables: behaviourEnvironment },
  {
    title: 'Trusted documents',
    about: 'See [operate.md](operate.md#trusted-documents).',
    variables: documentsEnvironment,
  },
  { title: 'Traces', about: 'See [observability.md](observability.md#traces).', variables: tracesEnvironment },
  {
    title: 'Deprecation',
    about: 'See [operate.md](operate.md#deprecating-routes).',
    variables: { ...usageEnvironment, ...deprecationsEnvironment },
  },
];

/** Every variable that Lectern reads; docs/configuration.md is generated from it. */
export const environment = z.object({
  ...addressesEnvironment,
  ...workersEnvironment,
  ...dataEnvironment,
  ...replicasEnvironment,
  ...imagesEnvironment,
  ...mailEnvironment,
  ...limitsEnvironment,
  ...venuesEnvironment,
  ...spamEnvironment,
  ...webhooksEnvironment,
  ...responsesEnvironment,
  ...cdnEnvironment,
  ...behaviourEnvironment,
  ...documentsEnvironment,
  ...tracesEnvironment,
  ...usageEnvironment,
  ...deprecationsEnvironment,
});

export type Environment = z.infer<typeof environment>;
