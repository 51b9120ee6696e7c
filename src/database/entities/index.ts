import { AccessToken } from './access-token.entity.js';
import { AccountToken } from './account-token.entity.js';
import { Application } from './application.entity.js';
import { CommentReport } from './comment-report.entity.js';
import { EmailChange } from './email-change.entity.js';
import { EventAttendee } from './event-attendee.entity.js';
import { EventComment } from './event-comment.entity.js';
import { EventHost } from './event-host.entity.js';
import { Event } from './event.entity.js';
import { Language } from './language.entity.js';
import { SpeakerClaim } from './speaker-claim.entity.js';
import { TalkComment } from './talk-comment.entity.js';
import { TalkLink } from './talk-link.entity.js';
import { TalkSpeaker } from './talk-speaker.entity.js';
import { TalkStar } from './talk-star.entity.js';
import { TalkTrack } from './talk-track.entity.js';
import { TalkType } from './talk-type.entity.js';
import { Talk } from './talk.entity.js';
import { Track } from './track.entity.js';
import { User } from './user.entity.js';

/** All entities. The database type for Kysely is inferred from this list. */
export const entities = [
  AccessToken,
  AccountToken,
  Application,
  CommentReport,
  EmailChange,
  EventAttendee,
  EventComment,
  EventHost,
  Event,
  Language,
  SpeakerClaim,
  TalkComment,
  TalkLink,
  TalkSpeaker,
  TalkStar,
  TalkTrack,
  TalkType,
  Talk,
  Track,
  User,
] as const;
