import { may } from './truth.js';
import type { At } from './world.js';
import type { Wrong, Write } from './write.js';

const HOSTS = 'FORBIDDEN HOSTS_ONLY';
const talk = ({ talk }: At) => [talk];
const talkId = ({ talk }: At) => ({ talkId: talk });

/** A name on the talk, for the owner's account. */
const named = (name: string) => ({
  ids: talk,
  body: () => ({ display_name: name, username: 'Owner' }),
  input: (at: At) => ({ ...talkId(at), speakerName: name, username: 'Owner' }),
});
const misnamed: readonly Wrong[] = [
  { by: 'host', told: 'INVALID FIELD_REQUIRED:display_name', body: { display_name: ' ' }, input: { speakerName: ' ' } },
  { by: 'host', told: 'INVALID FIELD_REQUIRED:username', body: { username: '' }, input: { username: '' } },
  { by: 'host', told: 'CONFLICT SPEAKER_NAME_UNKNOWN', body: { display_name: 'X' }, input: { speakerName: 'X' } },
  {
    by: 'host',
    told: 'CONFLICT SPEAKER_ALREADY_LINKED',
    body: { display_name: 'The speaker' },
    input: { speakerName: 'The speaker' },
  },
  { by: 'host', told: 'NOT_FOUND USER_UNKNOWN', body: { username: 'inactive' }, input: { username: 'inactive' } },
];
const SPEAKERS = 'POST /v2.1/talks/{id}/speakers';

/** A claim and its confirmation are one mutation and one row: the pending side decides. */
export const writesToClaims: readonly Write[] = [
  {
    ...{ name: 'claim a name on a talk, or assign it', mutation: 'claimSpeaker', row: SPEAKERS, ...named('Free') },
    ...{ asks: ['mayAssignSpeaker'], truth: may('assigning', 'FORBIDDEN CLAIM_NEEDS_SPEAKER_OR_HOST') },
    ...{ unseen: 'TALK_UNKNOWN', wrong: misnamed },
  },
  {
    ...{ name: 'approve a claim', mutation: 'claimSpeaker', row: SPEAKERS, ...named('Claimed') },
    truth: may('hosts', 'FORBIDDEN CLAIM_NEEDS_HOST', {
      owner: 'FORBIDDEN CLAIM_ALREADY_PENDING',
      ownerElsewhere: 'FORBIDDEN CLAIM_ALREADY_PENDING',
    }),
    ...{ asks: ['mayApproveClaim'], unseen: 'TALK_UNKNOWN' },
    wrong: [
      {
        by: 'host',
        told: 'CONFLICT CLAIMED_BY_OTHER',
        body: { username: 'stranger' },
        input: { username: 'stranger' },
      },
    ],
  },
  {
    ...{ name: 'accept an assignment', mutation: 'claimSpeaker', row: SPEAKERS, ...named('Assigned') },
    ...{ truth: may('owners', 'FORBIDDEN ASSIGNMENT_NEEDS_SPEAKER'), asks: [], unseen: 'TALK_UNKNOWN' },
    wrong: [{ by: 'owner', told: 'CONFLICT SPEAKER_NAME_UNKNOWN', times: 2 }],
  },
  {
    ...{ name: 'replace an assignment', mutation: 'claimSpeaker', row: SPEAKERS, ids: talk },
    body: () => ({ display_name: 'Assigned', username: 'stranger' }),
    input: (at) => ({ ...talkId(at), speakerName: 'Assigned', username: 'stranger' }),
    truth: may('hosts', 'FORBIDDEN ASSIGNMENT_NEEDS_SPEAKER', {
      stranger: 'done',
      owner: 'CONFLICT CLAIMED_BY_OTHER',
      ownerElsewhere: 'CONFLICT CLAIMED_BY_OTHER',
    }),
    ...{ asks: [], unseen: 'TALK_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'decline or withdraw an assignment', mutation: 'rejectSpeakerClaim' },
    ...{ row: 'DELETE /v2.1/talks/{id}/speakers', ...named('Assigned') },
    ...{ asks: ['mayDeclineAssignment'], truth: may('assigning', HOSTS), unseen: 'TALK_UNKNOWN' },
    wrong: [
      { by: 'owner', told: HOSTS, body: { username: 'stranger' }, input: { username: 'stranger' } },
      { by: 'owner', told: HOSTS, body: { display_name: 'Claimed' }, input: { speakerName: 'Claimed' } },
      { by: 'owner', told: 'NOT_FOUND CLAIM_UNKNOWN', body: { display_name: 'Free' }, input: { speakerName: 'Free' } },
      { by: 'owner', told: HOSTS, times: 2 },
    ],
  },
  {
    ...{ name: 'reject a claim', mutation: 'rejectSpeakerClaim', row: 'DELETE /v2.1/talks/{id}/speakers' },
    ...{ ...named('Claimed'), asks: ['mayRejectClaim'], truth: may('hosts', HOSTS), unseen: 'TALK_UNKNOWN' },
    wrong: [...misnamed, { by: 'host', told: 'NOT_FOUND CLAIM_UNKNOWN', times: 2 }],
  },
  {
    ...{ name: 'unlink a speaker', mutation: 'unlinkSpeaker', row: 'DELETE /v2.1/talks/{id}/speakers/{user}' },
    ...{
      ids: ({ talk, users }) => [talk, users.speaker],
      input: (at) => ({ ...talkId(at), userId: at.users.speaker }),
    },
    ...{
      asks: ['mayUnlinkSpeaker'],
      truth: may('speakers', 'FORBIDDEN HOSTS_AND_SPEAKERS_ONLY'),
      unseen: 'TALK_UNKNOWN',
    },
    wrong: [{ by: 'host', told: 'NOT_FOUND NOT_A_SPEAKER', times: 2 }],
  },
];
