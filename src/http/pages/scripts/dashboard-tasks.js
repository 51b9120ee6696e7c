// The kinds of tasks: what their cards show, and what their buttons do.

import { dayText, daysText, element, paragraph, passage } from './dashboard-elements.js';
import * as operations from './dashboard-operations.js';
import { graph } from './session.js';

/** The longest reason that the service accepts, in characters. */
const MAX_REASON_LENGTH = 200;

const joined = (...parts) => parts.filter(Boolean).join(' · ');

const fact = (name, ...value) => element('div', {}, element('dt', {}, name), element('dd', {}, ...value));
const facts = (...rows) => element('dl', {}, ...rows.filter(Boolean));

/** Usernames are unique, full names are not. */
const accountText = ({ fullName, username }) => `${fullName} (${username})`;

/** A link; plain text with another scheme than HTTP, which imported events may have. */
const linkTo = (url) => (/^https?:/i.test(url) ? element('a', { href: url, rel: 'noreferrer' }, url) : url);

function reasonField(id) {
  const label = element('label', { htmlFor: `reason-${id}` }, 'Reason for a rejection');
  const hint = paragraph('hint', 'Optional. The hosts receive it by mail.');
  hint.id = `reason-hint-${id}`;
  const input = element('input', { id: `reason-${id}`, name: 'reason', maxLength: MAX_REASON_LENGTH });
  input.setAttribute('aria-describedby', hint.id);
  return [label, input, hint];
}

const decisionSentences = new Map([
  ['UPHELD', 'the comment stays hidden.'],
  ['REJECTED', 'the comment is visible again.'],
]);

const events = {
  section: 'Events to approve',
  variable: 'eventId',
  record: 'event',
  title: ({ name }) => name,
  content: ({ startDate, endDate, location, contactName, hosts, websiteUrl, description }) => [
    paragraph('hint', joined(daysText(startDate, endDate), location)),
    facts(
      contactName && fact('Submitted by', contactName),
      hosts.length > 0 && fact(hosts.length > 1 ? 'Hosts' : 'Host', hosts.map(accountText).join(', ')),
      websiteUrl && fact('Website', linkTo(websiteUrl)),
    ),
    passage(description),
  ],
  fields: ({ id }) => reasonField(id),
  actions: [
    {
      name: 'Approve',
      async run({ id, name }) {
        await graph(operations.APPROVE_EVENT, { input: { eventId: id } });
        return `“${name}” is approved. Its hosts receive a mail.`;
      },
    },
    {
      name: 'Reject',
      async run({ id, name }, card) {
        const reason = card.querySelector('[name="reason"]').value.trim() || null;
        await graph(operations.REJECT_EVENT, { input: { eventId: id, reason } });
        return `“${name}” is rejected.${reason ? ' Its hosts receive a mail with the reason.' : ''}`;
      },
    },
  ],
  outcome(event, viewer) {
    if (!event) return ['There is no such event, or it is not visible to you.'];
    const { name, status, withdrawnDate, rejectionReason } = event;
    const decided = viewer.isAdmin ? 'Already decided: ' : '';
    if (status === 'APPROVED') return [`${decided}“${name}” is approved.`];
    if (withdrawnDate) return [`“${name}” is withdrawn: only its hosts and administrators see it.`];
    if (status === 'REJECTED')
      return [`${decided}“${name}” was rejected.`, ...(rejectionReason ? [`Reason: ${rejectionReason}`] : [])];
    return viewer.isAdmin ? null : [`“${name}” still awaits approval by an administrator.`];
  },
};

const speakerOf = ({ talk, displayName, user }) => ({
  talkId: talk.id,
  speakerName: displayName,
  username: user.username,
});

const claims = {
  section: 'Speaker claims',
  variable: 'claimId',
  record: 'speakerClaim',
  title: ({ talk }) => talk.title,
  content: ({ displayName, user, talk, createdAt }) => [
    paragraph('hint', joined(talk.event.name, dayText(talk.startDate))),
    paragraph('', element('b', {}, user.fullName), ` claims to be the speaker `, element('b', {}, displayName), '.'),
    facts(fact('Account', accountText(user)), fact('Claimed on', dayText(createdAt))),
  ],
  actions: [
    {
      name: 'Approve',
      async run(claim) {
        const { claimSpeaker } = await graph(operations.CLAIM_SPEAKER, { input: speakerOf(claim) });
        const { fullName } = claim.user;
        // Without a claim, the service treats the request as an assignment by the host.
        return claimSpeaker.isLinked
          ? `“${claim.talk.title}” is now listed under the name ${fullName}.`
          : `Another host has just rejected the claim; ${fullName} is asked by mail to confirm your approval.`;
      },
    },
    {
      name: 'Reject',
      async run(claim) {
        await graph(operations.REJECT_SPEAKER_CLAIM, { input: speakerOf(claim) });
        return `The claim is rejected. ${claim.user.fullName} receives a mail.`;
      },
    },
  ],
  outcome(claim, _, wasPending) {
    if (claim) return null;
    return [
      wasPending
        ? 'Another host has already decided on this claim.'
        : 'This claim has already been decided, or it concerns an event of other hosts.',
    ];
  },
};

async function decide({ comment: { id, talk } }, decision) {
  await (talk
    ? graph(operations.DECIDE_TALK_COMMENT_REPORT, { input: { talkCommentId: id, decision } })
    : graph(operations.DECIDE_EVENT_COMMENT_REPORT, { input: { eventCommentId: id, decision } }));
  return `Decided: ${decisionSentences.get(decision)}`;
}

const reports = {
  section: 'Reported comments',
  variable: 'reportId',
  record: 'commentReport',
  title: ({ comment: { event, talk } }) => talk?.title ?? event.name,
  content({ comment: { talk, user, text }, reporter, reportedAt }) {
    return [
      paragraph('hint', talk ? `A comment on a talk at ${talk.event.name}` : 'A comment on the event'),
      passage(text),
      facts(
        fact('Written by', user?.fullName ?? 'an unknown author'),
        fact('Reported by', joined(reporter?.fullName, dayText(reportedAt))),
      ),
      paragraph('hint', 'The comment is hidden until a host decides.'),
    ];
  },
  actions: [
    { name: 'Keep hidden', run: (report) => decide(report, 'UPHELD') },
    { name: 'Show again', run: (report) => decide(report, 'REJECTED') },
  ],
  outcome(report) {
    if (!report) return ['There is no such report, or it concerns an event of other hosts.'];
    const { decision, decidedBy } = report;
    if (decision === null) return null;
    return [`Already decided${decidedBy ? ` by ${decidedBy.fullName}` : ''}: ${decisionSentences.get(decision)}`];
  },
};

/**
 * The kinds of tasks, by the parameter of a link to one of them. `outcome` returns sentences about a task that is no longer
 * pending, and null for a pending one.
 */
export const kinds = { event: events, claim: claims, report: reports };
