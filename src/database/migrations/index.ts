import { Migration20261120Initial } from './20261120-initial.js';
import { Migration20261121Changes } from './20261121-changes.js';
import { Migration20261121EventImports } from './20261121-event-imports.js';
import { Migration20261121LegacyImport } from './20261121-legacy-import.js';
import { Migration20261121Usage } from './20261121-usage.js';
import { Migration20261121UserDeletion } from './20261121-user-deletion.js';
import { Migration20261121Writes } from './20261121-writes.js';
import { Migration20261122IdempotencyKeys } from './20261122-idempotency-keys.js';
import { Migration20261122WaitingCounts } from './20261122-waiting-counts.js';
import { Migration20261122LargeCollections } from './20261122-large-collections.js';
import { Migration20261122RandomAvatars } from './20261122-random-avatars.js';

/** In the order in which they run. A migration that has been released is never edited. */
export const migrations = [
  { name: '20261120-initial', class: Migration20261120Initial },
  { name: '20261121-writes', class: Migration20261121Writes },
  { name: '20261121-usage', class: Migration20261121Usage },
  { name: '20261121-legacy-import', class: Migration20261121LegacyImport },
  { name: '20261121-event-imports', class: Migration20261121EventImports },
  { name: '20261121-user-deletion', class: Migration20261121UserDeletion },
  { name: '20261121-changes', class: Migration20261121Changes },
  { name: '20261122-waiting-counts', class: Migration20261122WaitingCounts },
  { name: '20261122-large-collections', class: Migration20261122LargeCollections },
  { name: '20261122-idempotency-keys', class: Migration20261122IdempotencyKeys },
  { name: '20261122-random-avatars', class: Migration20261122RandomAvatars },
];
