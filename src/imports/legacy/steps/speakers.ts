import { copy } from '../step.js';
import { dateTime, decoded, instant, reference } from '../../values.js';

export const speakers = copy({
  table: 'talk_speaker',
  into: 'talk_speakers',
  columns: { id: 'bigint', event_id: 'bigint', talk_id: 'bigint', display_name: 'text', user_id: 'bigint?' },
  refers: { talks: ['talk_id'], users: ['speaker_id'] },
  convert: (row, { talks, users }, mark) => {
    const talk = talks.get(reference(row['talk_id']));
    if (!talk) return mark.skip('its talk does not exist, or was left out');
    if (row['status'] !== null && row['status'] !== undefined) return mark.skip('its status hid it from everybody');
    const account = reference(row['speaker_id']);
    const user = users.get(account);
    if (account !== null && !user) mark.repair('its account no longer exists: the name stays');
    const given = decoded(row['speaker_name'], mark, 200).trim();
    if (given === '' && !user) return mark.skip('it has neither a name nor an account');
    if (given === '') mark.repair('a speaker without a name has that of the account');
    return {
      id: Number(row['ID']),
      event_id: talk.eventId,
      talk_id: talk.id,
      display_name: given || (user?.name ?? ''),
      user_id: user?.id ?? null,
    };
  },
  unique: [
    { columns: ['talk_id', 'user_id'], otherwise: (_, mark) => mark.skip('the account speaks at the talk already') },
  ],
});

/** Claims that wait for the other side. Finished ones were left behind by the original (contract §3.5). */
export const claims = copy({
  table: 'pending_talk_claims',
  into: 'speaker_claims',
  columns: {
    id: 'bigint',
    event_id: 'bigint',
    talk_id: 'bigint',
    speaker_id: 'bigint',
    user_id: 'bigint',
    submitted_by_id: 'bigint?',
    created_at: 'timestamptz',
    claimed_at: 'timestamptz?',
    assigned_at: 'timestamptz?',
  },
  refers: { talk_speakers: ['claim_id'], users: ['speaker_id', 'submitted_by'] },
  convert: (row, { talk_speakers, users }, mark, { now }) => {
    const speaker = talk_speakers.get(reference(row['claim_id']));
    const [user, submitter] = [reference(row['speaker_id']), reference(row['submitted_by'])];
    const claimed = dateTime(row['user_approved_at']);
    const assigned = dateTime(row['host_approved_at']);
    if (claimed !== null && assigned !== null) return mark.skip('it was finished: both sides agreed');
    if (!speaker) return mark.skip('its speaker does not exist, or was left out');
    if (speaker.talkId !== reference(row['talk_id'])) return mark.skip('its speaker is of another talk');
    if (speaker.userId !== null) return mark.skip('its speaker is linked to an account already');
    if (user === null || !users.has(user)) return mark.skip('its user does not exist');
    const created_at = instant(row['date_added']) ?? claimed ?? assigned ?? new Date(now * 1000).toISOString();
    const bySpeaker = submitter === null || submitter === user;
    if (claimed === null && assigned === null) mark.repair('a claim that no side signed is of the side that made it');
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
  unique: [{ columns: ['speaker_id'], otherwise: (_, mark) => mark.skip('its speaker is claimed already') }],
});
