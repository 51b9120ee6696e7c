import { body, parsed } from '../../table/body.js';
import { eventCommentRecord, talkCommentRecord } from '../comment/record.js';
import { named, one, orNull, text } from '../../wire/json-schema.js';
import type { ReportDecision } from '../../operations/documents.generated.js';
import type { WireFields } from '../../wire/fields.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of, verbose, verboseRecord } from '../../table/rows.js';
import { reportDecisions } from '../../wire/wire-values.js';

const decisionWord = (decision: ReportDecision | null) => (decision === null ? null : reportDecisions[decision]);

const report = {
  reporting_date: of('reportedAt'),
  decision: of('decision', decisionWord, { schema: orNull(one(...Object.values(reportDecisions))) }),
  deciding_date: of('decidedAt'),
  reporting_user_username: of('reporter.username', {
    schema: orNull(text),
    description: 'Username of the reporter; null if the account is inactive.',
  }),
  deciding_user_username: of('decidedBy.username', {
    schema: orNull(text),
    description: 'Username of the user who decided; null if the report is undecided or the account is inactive.',
  }),
};
const missing = 'Event not found';
const comment = {
  schema: { anyOf: [named('TalkComment'), named('EventComment')] },
  description:
    'The reported comment in its verbose form. Its own URLs respond with 404, because reported comments are hidden.',
};
/** `parent` is the event. */
const about = {
  reporting_user_uri: link('/users/{reporter.id}', 'The reporter.', 'if the reporter has an account'),
  deciding_user_uri: link('/users/{decidedBy.id}', 'The user who decided.', 'once a user has decided'),
  event_uri: link('/events/{parent.id}', 'The event.'),
};

/** A report of a comment on an event, contract §3.8. */
export const eventCommentReportRecord = record('EventCommentReport', {
  ...report,
  comment: verboseRecord('comment', eventCommentRecord, missing, comment),
  ...about,
});

/** A report of a comment on a talk, contract §3.8. */
export const talkCommentReportRecord = record('TalkCommentReport', {
  ...report,
  comment: verboseRecord('comment', talkCommentRecord, missing, comment),
  ...about,
  talk_uri: link('/talks/{comment.talkId}', 'The talk.', 'for comments on talks'),
});

/** A pending claim, contract §3.2, Claims overview. */
export const claimRecord = record(
  'SpeakerClaim',
  {
    date_added: of('createdAt'),
    display_name: of('displayName'),
    speaker_uri: link('/users/{user.id}', 'The account to link.', 'if the account still exists'),
    talk_uri: link('/talks/{talk.id}', 'The talk.'),
    approve_claim_uri: verbose(
      link('/talks/{talk.id}/speakers', 'Approves the claim with POST, rejects it with DELETE.'),
    ),
  },
  'Claim',
);

/** The body of a decision on reports. */
export const decisionBody = body({
  decision: parsed('decision', decisionOf, { schema: one(...Object.values(reportDecisions)), required: true }),
});

/** Null for unknown values, which the core rejects. */
function decisionOf(fields: WireFields, name: string): ReportDecision | null {
  const word = fields.value(name);
  const decisions = Object.entries(reportDecisions) as [ReportDecision, string][];
  return decisions.find(([, known]) => known === word)?.[0] ?? null;
}
