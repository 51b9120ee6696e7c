import type { Row } from '../route.js';
import { commentRoutes } from './comments.js';
import { eventRoutes } from './events.js';
import { landingRoutes } from './landing.js';
import { markRoutes } from './marks.js';
import { moderationRoutes } from './moderation.js';
import { referenceRoutes } from './reference.js';
import { talkRoutes } from './talks.js';
import { tokenRoutes } from './tokens.js';
import { trackRoutes } from './tracks.js';
import { userRoutes } from './users.js';
import { websiteRoutes } from './website.js';

/** Every documented method and path: the router, the tests and the list of stored operations are made from it. */
export const routes: readonly Row[] = [
  ...landingRoutes,
  ...eventRoutes,
  ...markRoutes,
  ...moderationRoutes,
  ...talkRoutes,
  ...trackRoutes,
  ...commentRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...referenceRoutes,
  ...websiteRoutes,
];
