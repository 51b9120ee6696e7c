import { connectionOf } from '../paging.js';
import { TalkType } from './talk.type.js';

export const { Connection: TalkConnection, ConnectionResolver: TalkConnectionResolver } = connectionOf(
  () => TalkType,
  'Talk',
);
