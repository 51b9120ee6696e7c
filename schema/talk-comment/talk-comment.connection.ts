import { connectionOf } from '../paging.js';
import { TalkCommentType } from './talk-comment.type.js';

export const { Connection: TalkCommentConnection, ConnectionResolver: TalkCommentConnectionResolver } = connectionOf(
  () => TalkCommentType,
  'TalkComment',
);
