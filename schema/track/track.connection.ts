import { connectionOf } from '../paging.js';
import { TrackType } from './track.type.js';

export const { Connection: TrackConnection, ConnectionResolver: TrackConnectionResolver } = connectionOf(
  () => TrackType,
  'Track',
);
