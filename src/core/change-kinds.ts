/** The types of records that the event log refers to. */
export type ChangedType = 'Event' | 'Talk' | 'EventComment' | 'TalkComment' | 'SpeakerClaim';

/**
 * Who may read a row of the event log, among those who can see the event: everybody; hosts and site administrators; or
 * these and the speakers of the talk. What is recorded while an event is not public is for its hosts and site
 * administrators for good (migration 20261219-audience-of-changes).
 */
export type Audience = 'everybody' | 'hosts' | 'speakers';

interface Kind {
  readonly type: ChangedType;
  readonly audience: Audience;
  readonly description: string;
}

const commentKinds = <Prefix extends 'event_comment' | 'talk_comment'>(
  prefix: Prefix,
  type: ChangedType,
  place: string,
) => {
  const kind = (audience: Audience, description: string): Kind => ({ type, audience, description });
  return {
    [`${prefix}.created`]: kind('everybody', `A comment on ${place} was added.`),
    [`${prefix}.edited`]: kind('everybody', `The text of a comment on ${place} was changed.`),
    [`${prefix}.hidden`]: kind('everybody', `A comment on ${place} was hidden, because it was reported.`),
    [`${prefix}.shown`]: kind('everybody', `A hidden comment on ${place} was shown again.`),
    [`${prefix}.deleted`]: kind('everybody', `A comment on ${place} was withdrawn or deleted.`),
    [`${prefix}.reported`]: kind(
      'hosts',
      `A comment on ${place} was reported. Only for hosts and site administrators.`,
    ),
    [`${prefix}.decided`]: kind(
      'hosts',
      `The reports of a comment on ${place} were decided. Only for hosts and site administrators.`,
    ),
  } as Record<`${Prefix}.${CommentVerb}`, Kind>;
};
type CommentVerb = 'created' | 'edited' | 'hidden' | 'shown' | 'deleted' | 'reported' | 'decided';

/** The kinds of changes in the event log (docs/live.md, What is recorded). */
export const changeKinds = {
  'event.submitted': {
    type: 'Event',
    audience: 'hosts',
    description: 'An event was submitted. Only for hosts and site administrators.',
  },
  'event.approved': { type: 'Event', audience: 'everybody', description: 'A submitted event was approved.' },
  'event.rejected': {
    type: 'Event',
    audience: 'hosts',
    description: 'A submitted event was rejected. Only for hosts and site administrators.',
  },
  'event.cancelled': { type: 'Event', audience: 'everybody', description: 'An event was cancelled.' },
  'event.reinstated': {
    type: 'Event',
    audience: 'everybody',
    description: 'The cancellation of an event was revoked.',
  },
  'event.withdrawn': {
    type: 'Event',
    audience: 'everybody',
    description:
      'An approved event was withdrawn: only its hosts and site administrators see it. For those who saw it before; not in the changes of one event for others.',
  },
  'event.deleted': {
    type: 'Event',
    audience: 'everybody',
    description:
      'An event was deleted, with everything that belongs to it. For those who saw it before; not in the changes of one event.',
  },
  'event.changed': { type: 'Event', audience: 'everybody', description: 'The fields of an event were changed.' },
  'talk.created': { type: 'Talk', audience: 'everybody', description: 'A talk was added.' },
  'talk.changed': {
    type: 'Talk',
    audience: 'everybody',
    description: 'Fields, speakers, tracks or links of a talk were changed, but not its time or room.',
  },
  'talk.moved': {
    type: 'Talk',
    audience: 'everybody',
    description: 'The start, duration or room of a talk was changed, possibly with other fields.',
  },
  'talk.deleted': { type: 'Talk', audience: 'everybody', description: 'A talk was deleted, with its comments.' },
  ...commentKinds('event_comment', 'EventComment', 'an event'),
  ...commentKinds('talk_comment', 'TalkComment', 'a talk'),
  'claim.requested': {
    type: 'SpeakerClaim',
    audience: 'hosts',
    description: 'A speaker claimed a talk, or a host assigned one. Only for hosts and site administrators.',
  },
  'claim.decided': {
    type: 'SpeakerClaim',
    audience: 'hosts',
    description:
      'A speaker claim or assignment was confirmed, rejected or withdrawn. Only for hosts and site administrators.',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ChangeKind = keyof typeof changeKinds;
export const allChangeKinds = Object.keys(changeKinds) as ChangeKind[];
