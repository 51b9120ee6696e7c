import type { Row } from '../route.js';
import { accountRoutes } from './accounts.js';
import { applicationRoutes } from './applications.js';
import { commentWriteRoutes } from './comment-writes.js';
import { commentRoutes } from './comments.js';
import { eventWriteRoutes } from './event-writes.js';
import { eventRoutes } from './events.js';
import { landingRoutes } from './landing.js';
import { markRoutes } from './marks.js';
import { moderationWriteRoutes } from './moderation-writes.js';
import { moderationRoutes } from './moderation.js';
import { referenceRoutes } from './reference.js';
import { talkLinkWriteRoutes } from './talk-link-writes.js';
import { talkWriteRoutes } from './talk-writes.js';
import { speakerWriteRoutes } from './speaker-writes.js';
import { talkRoutes } from './talks.js';
import { tokenRoutes } from './tokens.js';
import { trackWriteRoutes } from './track-writes.js';
import { trackRoutes } from './tracks.js';
import { userWriteRoutes } from './user-writes.js';
import { userRoutes } from './users.js';
import { websiteRoutes } from './website.js';

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
  ...trackWriteRoutes,
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
