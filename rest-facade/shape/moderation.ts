import type { PendingClaimsQuery, ReportRecordFragment } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { reportDecisions } from '../wire-values.js';

/**
 * A report of a comment, contract §3.8.
 *
 * @param comment the verbose comment record
 * @param about links to the subject of the comment: `event_uri`, and `talk_uri` for talk comments
 */
export function reportRecord(report: ReportRecordFragment, comment: object, about: object, { links }: WireRequest) {
  const { reporter, decidedBy, decision } = report;
  return {
    reporting_date: report.reportedAt,
    decision: decision === null ? null : reportDecisions[decision],
    deciding_date: report.decidedAt,
    reporting_user_username: reporter?.username ?? null,
    deciding_user_username: decidedBy?.username ?? null,
    comment,
    ...(reporter && { reporting_user_uri: links.user(reporter.id) }),
    ...(decidedBy && { deciding_user_uri: links.user(decidedBy.id) }),
    ...about,
  };
}

type Claim = NonNullable<NonNullable<PendingClaimsQuery['event']>['pendingClaims']>[number];

/** A pending claim, contract §3.2, Claims overview. */
export function claimRecord(claim: Claim, { links, verbose }: WireRequest) {
  const talk = links.talk(claim.talk.id);
  return {
    date_added: claim.createdAt,
    display_name: claim.displayName,
    ...(claim.user && { speaker_uri: links.user(claim.user.id) }),
    talk_uri: talk,
    ...(verbose && { approve_claim_uri: links.below(talk, 'speakers') }),
  };
}
