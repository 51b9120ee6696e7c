import { connectionOf } from '../paging.js';
import { EventCommentType } from './event-comment.type.js';

export const { Connection: EventCommentConnection, ConnectionResolver: EventCommentConnectionResolver } = connectionOf(
  () => EventCommentType,
  'EventComment',
);
