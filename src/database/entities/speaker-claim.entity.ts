import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { TalkSpeaker } from './talk-speaker.entity.js';
import { Talk } from './talk.entity.js';
import { User } from './user.entity.js';

/**
 * A link between the name of a speaker and an account that one side still has to confirm: `claimedAt` if the speaker
 * requested it, `assignedAt` if a host did. Deleted once decided (contract §3.5).
 */
export const SpeakerClaim = defineEntity({
  name: 'SpeakerClaim',
  tableName: 'speaker_claims',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    speaker: p.manyToOne(TalkSpeaker),
    user: p.manyToOne(User),
    submittedBy: p.manyToOne(User).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    claimedAt: p.datetime().nullable(),
    assignedAt: p.datetime().nullable(),
  },
});
