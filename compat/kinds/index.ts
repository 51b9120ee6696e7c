import * as comments from './comment.js';
import * as events from './event.js';
import type { Kind, KindName } from './kind.js';
import * as reference from './reference.js';
import * as talks from './talk.js';
import * as users from './user.js';

/** Records of v2.1 by kind (contract §2.3, §2.4 and §3; spec §2). */
export const kinds: Readonly<Record<KindName, Kind>> = {
  event: events.event,
  talk: talks.talk,
  track: talks.track,
  'talk comment': comments.talkComment,
  'event comment': comments.eventComment,
  user: users.user,
  language: reference.language,
  'talk type': reference.talkType,
  host: events.host,
  image: events.image,
  speaker: talks.speaker,
  membership: talks.membership,
  'talk link': talks.talkLink,
  claim: events.claim,
  token: users.token,
  client: users.client,
  'report of a talk comment': comments.talkReport,
  'report of an event comment': comments.eventReport,
};
