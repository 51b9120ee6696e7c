import { connectionOf } from '../paging.js';
import { AccessTokenType } from './access-token.type.js';

export const { Connection: AccessTokenConnection, ConnectionResolver: AccessTokenConnectionResolver } = connectionOf(
  () => AccessTokenType,
  'AccessToken',
);
