import { nodeIdOf } from '../../schema/node.js';
import type { GraphWrite } from './graph-write.js';
import { may } from './truth.js';
import { PASSWORD } from './world.js';
import { webhookWrites } from './webhook-writes.js';

const SCHEDULE = `title,start\nA new talk,${new Date().toISOString()}`;

const ELSEWHERE = {
  ownerElsewhere: 'FORBIDDEN FIRST_PARTY_ONLY',
  adminElsewhere: 'FORBIDDEN FIRST_PARTY_ONLY',
} as const;

export const graphWrites: readonly GraphWrite[] = [
  {
    ...{ name: 'import a schedule', mutation: 'importSchedule', file: SCHEDULE, asks: ['mayImportSchedule'] },
    input: ({ event }) => ({ eventId: event, dryRun: false }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'try an import of a schedule', mutation: 'importSchedule', file: SCHEDULE, asks: ['mayImportSchedule'] },
    input: ({ event }) => ({ eventId: event }),
    truth: may('hosts', 'FORBIDDEN HOSTS_ONLY', {
      ...{ host: 'unchanged', admin: 'unchanged', adminElsewhere: 'unchanged' },
    }),
    unseen: 'EVENT_UNKNOWN',
  },
  {
    ...{ name: 'rename a room', mutation: 'renameRoom', asks: ['mayRenameRoom'] },
    input: ({ event }) => ({ eventId: event, room: 'No such room', newName: 'Attic' }),
    truth: may('hosts', 'FORBIDDEN HOSTS_ONLY', {
      ...{ host: 'NOT_FOUND ROOM_UNKNOWN', admin: 'NOT_FOUND ROOM_UNKNOWN', adminElsewhere: 'NOT_FOUND ROOM_UNKNOWN' },
    }),
    unseen: 'EVENT_UNKNOWN',
  },
  {
    ...{ name: 'shift the programme', mutation: 'shiftProgramme', asks: ['mayShiftProgramme'] },
    input: ({ event }) => ({ eventId: event, byDays: 1 }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'update an event', mutation: 'updateEvent', asks: ['mayReplaceEvent'] },
    input: ({ event }) => ({ eventId: event, location: 'Elsewhere' }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'cancel an event', mutation: 'cancelEvent', asks: ['mayCancelEvent'] },
    input: ({ event }) => ({ eventId: event }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'reinstate an event', mutation: 'reinstateEvent', asks: ['mayReinstateEvent'] },
    input: ({ event }) => ({ eventId: event }),
    truth: may('hosts', 'FORBIDDEN HOSTS_ONLY', {
      ...{ host: 'unchanged', admin: 'unchanged', adminElsewhere: 'unchanged' },
    }),
    unseen: 'EVENT_UNKNOWN',
  },
  {
    ...{ name: 'withdraw an event', mutation: 'withdrawEvent', asks: ['mayWithdrawEvent', 'mayWithdrawFeedback'] },
    input: ({ event }) => ({ eventId: event }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY', { host: 'INVALID EVENT_HAS_FEEDBACK' }), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'delete an event', mutation: 'deleteEvent', asks: ['mayDeleteEvent'] },
    input: ({ event }) => ({ eventId: event, confirmName: 'Quiet Code', confirmComments: 0 }),
    truth: may('admins', 'FORBIDDEN ADMINS_ONLY', {
      ...{ admin: 'INVALID EVENT_NAME_DIFFERS', adminElsewhere: 'INVALID EVENT_NAME_DIFFERS' },
    }),
    unseen: 'EVENT_UNKNOWN',
  },
  {
    ...{ name: 'update a track', mutation: 'updateTrack', asks: ['mayReplaceTrack'] },
    input: ({ track }) => ({ trackId: track, description: 'Other' }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'TRACK_UNKNOWN' },
  },
  {
    ...{ name: 'update a talk', mutation: 'updateTalk', asks: ['mayReplaceTalk'] },
    input: ({ talk }) => ({ talkId: talk, description: 'Other' }),
    ...{ truth: may('speakers', 'FORBIDDEN HOSTS_AND_SPEAKERS_ONLY'), unseen: 'TALK_UNKNOWN' },
  },
  {
    ...{ name: 'withdraw a comment on an event', mutation: 'withdrawEventComment', asks: ['mayEditComment'] },
    input: ({ eventComment }) => ({ eventCommentId: eventComment }),
    truth: may('owners', 'FORBIDDEN AUTHOR_ONLY'),
    unseen: 'COMMENT_UNKNOWN',
  },
  {
    ...{ name: 'edit a comment on an event', mutation: 'editEventComment', asks: ['mayEditComment'] },
    input: ({ eventComment }) => ({ eventCommentId: eventComment, text: 'Another text' }),
    truth: may('owners', 'FORBIDDEN AUTHOR_ONLY'),
    unseen: 'COMMENT_UNKNOWN',
  },
  {
    ...{ name: 'withdraw a comment on a talk', mutation: 'withdrawTalkComment', asks: ['mayEditComment'] },
    input: ({ talkComment }) => ({ talkCommentId: talkComment }),
    truth: may('owners', 'FORBIDDEN AUTHOR_ONLY'),
    unseen: 'COMMENT_UNKNOWN',
  },
  {
    ...{ name: 'set the feedback policy', mutation: 'setFeedbackPolicy', asks: ['maySetFeedbackPolicy'] },
    input: ({ event }) => ({ eventId: event, names: 'OPTIONAL' }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'disclose an author', mutation: 'discloseAuthor', asks: ['mayDiscloseAuthor'] },
    input: ({ hiddenComment }) => ({
      commentNodeId: nodeIdOf({ type: 'TalkComment', id: hiddenComment }),
      reason: 'A threat',
    }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'COMMENT_UNKNOWN' },
  },
  {
    ...{ name: 'share feedback', mutation: 'shareFeedback', asks: ['mayShareFeedback'] },
    input: ({ talk }) => ({ talkId: talk, includeRatings: true }),
    truth: may('admins', 'FORBIDDEN SPEAKERS_ONLY', {
      ...{ speaker: 'done', admin: 'FORBIDDEN SPEAKERS_ONLY', adminElsewhere: 'FORBIDDEN SPEAKERS_ONLY' },
    }),
    unseen: 'TALK_UNKNOWN',
  },
  {
    ...{ name: 'revoke shared feedback', mutation: 'revokeSharedFeedback', asks: [] },
    input: ({ share }) => ({ shareId: share }),
    truth: may('owners', 'NOT_FOUND SHARE_UNKNOWN', {
      ...{ speaker: 'done', owner: 'NOT_FOUND SHARE_UNKNOWN', ownerElsewhere: 'NOT_FOUND SHARE_UNKNOWN' },
    }),
  },
  ...webhookWrites,
  {
    ...{ name: 'update an account', mutation: 'updateUser', asks: ['mayEditUser', 'mayManageAccounts'] },
    input: ({ users }) => ({ userId: users.owner, biography: 'Other' }),
    truth: may('accounts', 'FORBIDDEN OWN_ACCOUNT_ONLY', ELSEWHERE),
  },
  {
    ...{ name: 'create a personal calendar', mutation: 'createPersonalCalendar', asks: ['mayManageAccounts'] },
    truth: may('members', undefined, ELSEWHERE),
  },
  {
    ...{ name: 'revoke a personal calendar', mutation: 'revokePersonalCalendar', asks: ['mayManageAccounts'] },
    truth: may('leaving', undefined, { attendee: 'unchanged', owner: 'done', ...ELSEWHERE }),
  },
  {
    ...{ name: 'ask for all data about oneself', mutation: 'exportAccount', asks: ['mayManageAccounts'] },
    truth: may('members', undefined, ELSEWHERE),
  },
  {
    ...{ name: 'delete the own account', mutation: 'deleteAccount', asks: ['mayManageAccounts'] },
    input: () => ({ password: PASSWORD }),
    truth: may('owners', 'FORBIDDEN OLD_PASSWORD_WRONG', ELSEWHERE),
  },
  {
    ...{ name: 'turn off mails', mutation: 'updateNotificationSettings', asks: ['mayManageAccounts'] },
    input: () => ({ feedback: 'OFF' }),
    truth: may('members', undefined, ELSEWHERE),
  },
  {
    ...{ name: 'revoke a grant', mutation: 'revokeGrant', asks: ['mayManageAccounts'] },
    input: ({ grant }) => ({ grantId: grant }),
    truth: may('owners', 'NOT_FOUND GRANT_UNKNOWN', ELSEWHERE),
  },
];
