import type { Row } from '../route.js';
import { accountRoutes } from '../user/account-routes.js';
import { applicationRoutes } from '../application/routes.js';
import { commentWriteRoutes } from '../comment/write-routes.js';
import { commentRoutes } from '../comment/routes.js';
import { eventWriteRoutes } from '../event/write-routes.js';
import { eventRoutes } from '../event/routes.js';
import { landingRoutes } from '../landing/routes.js';
import { markRoutes } from '../marks/routes.js';
import { moderationWriteRoutes } from '../moderation/write-routes.js';
import { moderationRoutes } from '../moderation/routes.js';
import { referenceRoutes } from '../reference/routes.js';
import { talkLinkWriteRoutes } from '../talk/link-routes.js';
import { talkWriteRoutes } from '../talk/write-routes.js';
import { speakerWriteRoutes } from '../talk/speaker-routes.js';
import { talkRoutes } from '../talk/routes.js';
import { tokenRoutes } from '../token/routes.js';
import { trackRoutes } from '../track/routes.js';
import { userWriteRoutes } from '../user/write-routes.js';
import { userRoutes } from '../user/routes.js';
import { websiteRoutes } from '../website/routes.js';

/** All documented methods and paths; the router, the tests and the stored operations derive from it. */
export const routes: readonly Row[] = [
  ...landingRoutes,
  ...eventRoutes,
  ...eventWriteRoutes,
  ...markRoutes,
  ...moderationRoutes,
  ...moderationWriteRoutes,
  ...talkRoutes,
  ...talkWriteRoutes,
  ...talkLinkWriteRoutes,
  ...trackRoutes,
  ...commentRoutes,
  ...commentWriteRoutes,
  ...speakerWriteRoutes,
  ...userRoutes,
  ...userWriteRoutes,
  ...accountRoutes,
  ...tokenRoutes,
  ...applicationRoutes,
  ...referenceRoutes,
  ...websiteRoutes,
];
