import { applicationRecord } from './application/record.js';
import { eventCommentRecord, talkCommentRecord } from './comment/record.js';
import { eventRecord, hostRecord, imageRecord } from './event/record.js';
import { claimRecord, eventCommentReportRecord, talkCommentReportRecord } from './moderation/record.js';
import type { RecordTable } from '../table/member.js';
import { languageRecord, talkTypeRecord } from './reference/record.js';
import { speakerRecord, talkLinkRecord, talkRecord, trackOfTalkRecord } from './talk/record.js';
import { tokenRecord } from './token/record.js';
import { trackRecord } from './track/record.js';
import { userRecord } from './user/record.js';

/** All records of v2.1, in the order of the OpenAPI document. */
export const records: readonly RecordTable[] = [
  eventRecord,
  hostRecord,
  imageRecord,
  talkRecord,
  talkLinkRecord,
  speakerRecord,
  trackOfTalkRecord,
  trackRecord,
  eventCommentRecord,
  talkCommentRecord,
  eventCommentReportRecord,
  talkCommentReportRecord,
  claimRecord,
  userRecord,
  tokenRecord,
  applicationRecord,
  languageRecord,
  talkTypeRecord,
];
