import { connectionOf } from '../paging.js';
import { EventType } from './event.type.js';

export const { Connection: EventConnection, ConnectionResolver: EventConnectionResolver } = connectionOf(
  () => EventType,
  'Event',
);
