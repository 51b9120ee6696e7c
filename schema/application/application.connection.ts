import { connectionOf } from '../paging.js';
import { ApplicationType } from './application.type.js';

export const { Connection: ApplicationConnection, ConnectionResolver: ApplicationConnectionResolver } = connectionOf(
  () => ApplicationType,
  'Application',
);
