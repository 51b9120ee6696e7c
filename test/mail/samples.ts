import type { Mail } from '../../src/core/ports.js';

const talk = { talkTitle: 'Sleep well', eventName: 'Night School' };
const talkUrl = 'https://lectern.example/talk/7';
const eventUrl = 'https://lectern.example/event/night-school';

/** One mail of each kind, as sent by commands. */
export const samples = {
  event_submitted: {
    eventName: 'Night School',
    submitter: 'Ada Byron',
    description: 'Talks by lamplight',
    pending: true,
    eventUrl,
  },
  event_approved: { eventName: 'Night School', eventUrl },
  event_rejected: { eventName: 'Night School', reason: 'It is no conference.', eventUrl },
  event_cancelled: { eventName: 'Night School', eventUrl },
  event_reinstated: { eventName: 'Night School', eventUrl },
  event_withdrawn: { eventName: 'Night School', eventUrl },
  event_deleted: { eventName: 'Night School', talks: 12, comments: 1 },
  talk_commented: { ...talk, commenter: 'Ben Bits', rating: 4, comment: 'I slept\nvery well', talkUrl },
  feedback_digest: {
    count: 3,
    omitted: 1,
    talks: [
      {
        ...{ ...talk, talkUrl },
        comments: [
          { commenter: 'Ben Bits', rating: 4, comment: 'I slept\nvery well' },
          { commenter: null, rating: 0, comment: 'Quiet' },
        ],
      },
    ],
  },
  author_disclosed: {
    ...{ eventName: 'Example Conference', talkTitle: 'Cursors for everyone', host: 'Grace Example' },
    ...{ reason: 'It threatens the speaker.', comment: 'I will find you.' },
  },
  comment_reported: {
    eventName: 'Night School',
    talkTitle: 'Sleep well',
    reporter: 'Cleo Case',
    comment: 'Buy pillows',
    url: eventUrl,
  },
  talk_claimed: { ...talk, speakerName: 'D. Dream', claimant: 'Dora Dream', talkUrl },
  talk_assigned: { ...talk, speakerName: 'D. Dream', talkUrl },
  assignment_declined: { ...talk, speakerName: 'D. Dream', assigned: 'Dora Dream', talkUrl },
  speaker_removed: { ...talk, speakerName: 'D. Dream', isPending: false, talkUrl },
  claim_approved: { ...talk, talkUrl },
  claim_rejected: { ...talk, talkUrl },
  welcome: {
    username: 'ada',
    verificationUrl: 'https://lectern.example/user/verification?token=v3r1fy',
    deletionDate: '28 December 2026',
  },
  password_reset: { username: 'ada', resetUrl: 'https://lectern.example/user/new-password?token=s3cr3t' },
  address_in_use: { username: 'ada', loginUrl: 'https://lectern.example/user/login' },
  username_reminder: { username: 'ada', loginUrl: 'https://lectern.example/user/login' },
  email_change_confirmation: {
    username: 'ada',
    confirmUrl: 'https://lectern.example/user/email-change/confirm?token=c0nf1rm',
  },
  email_change_notice: {
    username: 'ada',
    newEmail: 'ada@example.net',
    cancelUrl: 'https://lectern.example/user/email-change/cancel?token=c4nc3l',
  },
  email_change_authorisation: {
    username: 'ada',
    newEmail: 'ada@example.net',
    authoriseUrl: 'https://lectern.example/user/email-change/authorise?token=4uth0r1se',
    cancelUrl: 'https://lectern.example/user/email-change/cancel?token=c4nc3l',
  },
  email_changed: { username: 'ada', newEmail: 'ada@example.net' },
  account_deletion: {
    ...{ username: 'ada', deletionDate: '4 December 2026', loginUrl: 'https://lectern.example/user/login' },
  },
  webhook_disabled: { eventName: 'Night School', webhookUrl: 'https://hooks.example/lectern' },
  contact: { name: 'Eve Else', email: 'eve@example.net', subject: 'A question', comment: 'May I?' },
} satisfies { [Kind in Mail['kind']]: Extract<Mail, { kind: Kind }>['data'] };
