import type { LegacyRow } from '../source/source.js';
import { copy } from '../source/step.js';
import { dateTime, decoded, instant, reference } from '../../values.js';

/** A claim awaiting approval, as early versions recorded it (decisions no. 27). */
const isPending = (row: LegacyRow): boolean => String(row['status']).trim().toLowerCase() === 'pending';

export const speakers = copy({
  table: 'talk_speaker',
  into: 'talk_speakers',
  refers: { talks: ['talk_id'], users: ['speaker_id'] },
  convert: (row, { talks, users }, mark) => {
    const talk = talks.get(reference(row['talk_id']));
    if (!talk) return mark.skip('its talk does not exist or was skipped');
    const pending = isPending(row);
    if (!pending && row['status'] !== null && row['status'] !== undefined) {
      return mark.skip('its status hid it');
    }
    const account = reference(row['speaker_id']);
    const user = users.get(account);
    if (account !== null && !user) mark.repair('its account no longer exists: imported by name');
    const given = decoded(row['speaker_name'], mark, 200).trim();
    if (given === '' && !user) return mark.skip('it has neither a name nor an account');
    if (given === '') mark.repair('a missing name was set to that of the account');
    if (pending)
      mark.repair('a pending speaker, hidden until now, is visible by name; the claim of the account awaits approval');
    return {
      id: Number(row['ID']),
      event_id: talk.eventId,
      talk_id: talk.id,
      display_name: given || (user?.name ?? ''),
      user_id: pending ? null : (user?.id ?? null),
    };
  },
  unique: [
    {
      columns: ['talk_id', 'user_id'],
      otherwise: (_, mark) => mark.skip('the account is already a speaker of the talk'),
    },
  ],
});

/** Pending claims. The original leaves completed ones in the table (contract §3.5). */
export const claims = copy({
  table: 'pending_talk_claims',
  into: 'speaker_claims',
  refers: { talk_speakers: ['claim_id'], users: ['speaker_id', 'submitted_by'] },
  convert: (row, { talk_speakers, users }, mark, { now }) => {
    const speaker = talk_speakers.get(reference(row['claim_id']));
    const [user, submitter] = [reference(row['speaker_id']), reference(row['submitted_by'])];
    const claimed = dateTime(row['user_approved_at']);
    const assigned = dateTime(row['host_approved_at']);
    if (claimed !== null && assigned !== null) return mark.skip('it is completed: both sides have approved it');
    if (!speaker) return mark.skip('its speaker does not exist or was skipped');
    if (speaker.talkId !== reference(row['talk_id'])) return mark.skip('its speaker belongs to another talk');
    if (speaker.userId !== null) return mark.skip('its speaker is already linked to an account');
    if (user === null || !users.has(user)) return mark.skip('its user does not exist');
    const created_at = instant(row['date_added']) ?? claimed ?? assigned ?? new Date(now * 1000).toISOString();
    const bySpeaker = submitter === null || submitter === user;
    if (claimed === null && assigned === null) mark.repair('a claim without approval was approved for its submitter');
    return {
      id: Number(row['ID']),
      event_id: speaker.eventId,
      talk_id: speaker.talkId,
      speaker_id: speaker.id,
      user_id: user,
      submitted_by_id: users.has(submitter) ? submitter : null,
      created_at,
      claimed_at: claimed ?? (assigned === null && bySpeaker ? created_at : null),
      assigned_at: assigned ?? (claimed === null && !bySpeaker ? created_at : null),
    };
  },
  unique: [{ columns: ['speaker_id'], otherwise: (_, mark) => mark.skip('its speaker is already claimed') }],
});

/** The claims of pending speakers, unless already imported as claims. Must run after `claims`. */
export const pendingSpeakers = copy({
  name: 'talk_speaker: claims',
  counts: false,
  table: 'talk_speaker',
  into: 'speaker_claims',
  refers: { talk_speakers: ['ID'], users: ['speaker_id'] },
  convert: (row, { talk_speakers, users }, mark, { now }) => {
    const speaker = talk_speakers.get(reference(row['ID']));
    const user = users.get(reference(row['speaker_id']));
    if (!isPending(row) || !speaker || !user) return null;
    mark.note('its claim has no date: set to the time of the import');
    const made = new Date(now * 1000).toISOString();
    return {
      event_id: speaker.eventId,
      talk_id: speaker.talkId,
      speaker_id: speaker.id,
      user_id: user.id,
      submitted_by_id: user.id,
      created_at: made,
      claimed_at: made,
    };
  },
  unique: [{ columns: ['speaker_id'], otherwise: () => null }],
});
