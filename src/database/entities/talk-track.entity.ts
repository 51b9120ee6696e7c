import { defineEntity, p } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { Talk } from './talk.entity.js';
import { Track } from './track.entity.js';

/** The assignment of a talk to a track. The database rejects tracks of other events. */
export const TalkTrack = defineEntity({
  name: 'TalkTrack',
  tableName: 'talk_tracks',
  properties: {
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk).primary(),
    track: p.manyToOne(Track).primary(),
  },
});
