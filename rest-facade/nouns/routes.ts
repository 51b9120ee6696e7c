import { tagged, type Row } from '../table/route.js';
import { accountRoutes } from './user/account-routes.js';
import { applicationRoutes } from './application/routes.js';
import { commentRoutes } from './comment/routes.js';
import { eventWriteRoutes } from './event/write-routes.js';
import { eventRoutes } from './event/routes.js';
import { attendanceRoutes, starRoutes } from './stars/routes.js';
import { moderationRoutes } from './moderation/routes.js';
import { referenceRoutes } from './reference/routes.js';
import { talkLinkWriteRoutes, speakerWriteRoutes } from './talk/part-routes.js';
import { talkWriteRoutes } from './talk/write-routes.js';
import { talkRoutes } from './talk/routes.js';
import { tokenRoutes } from './token/routes.js';
import { trackRoutes } from './track/routes.js';
import { userRoutes } from './user/routes.js';
import { landingRoutes } from './landing/routes.js';

/** All documented methods and paths; the router, the tests and the stored operations derive from it. */
export const routes: readonly Row[] = [
  ...tagged('Events', landingRoutes, eventRoutes, eventWriteRoutes),
  ...tagged('Talks', starRoutes),
  ...tagged('Events', attendanceRoutes),
  ...tagged('Moderation', moderationRoutes),
  ...tagged('Talks', talkRoutes, talkWriteRoutes, talkLinkWriteRoutes),
  ...tagged('Tracks', trackRoutes),
  ...tagged('Comments', commentRoutes),
  ...tagged('Speakers', speakerWriteRoutes),
  ...tagged('Users', userRoutes),
  ...tagged('Accounts', accountRoutes),
  ...tagged('Tokens', tokenRoutes),
  ...tagged('Applications', applicationRoutes),
  ...tagged('Reference', referenceRoutes),
];
