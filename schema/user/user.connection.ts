import { connectionOf } from '../paging.js';
import { UserType } from './user.type.js';

export const { Connection: UserConnection, ConnectionResolver: UserConnectionResolver } = connectionOf(
  () => UserType,
  'User',
);
