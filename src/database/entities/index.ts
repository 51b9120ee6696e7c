import { AccessToken, Application, Grant } from './application.entity.js';
import { AccountToken, EmailChange, PersonalCalendar, User } from './user.entity.js';
import { CommentReport, EventComment, TalkComment } from './comment.entity.js';
import { EventAttendee, EventHost, Event } from './event.entity.js';
import {
  DeletedTalk,
  Language,
  SpeakerClaim,
  TalkLink,
  TalkSpeaker,
  TalkStar,
  TalkTrack,
  TalkType,
  Talk,
} from './talk.entity.js';
import { Track } from './track.entity.js';

/** All entities. The database type for Kysely is inferred from this list. */
export const entities = [
  AccessToken,
  AccountToken,
  Application,
  CommentReport,
  DeletedTalk,
  EmailChange,
  EventAttendee,
  EventComment,
  EventHost,
  Event,
  Grant,
  Language,
  PersonalCalendar,
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
