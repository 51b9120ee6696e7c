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
import { Migration20261123CallsInZone } from './20261123-calls-in-zone.js';
import { Migration20261123NameOrder } from './20261123-name-order.js';
import { Migration20261123ActiveCounts } from './20261123-active-counts.js';
import { Migration20261123AccentInsensitiveSearch } from './20261123-accent-insensitive-search.js';
import { Migration20261123HiddenSlugs } from './20261123-hidden-slugs.js';
import { Migration20261123UnnamedApplications } from './20261123-unnamed-applications.js';
import { Migration20261123EmailChanges } from './20261123-email-changes.js';
import { Migration20261123SecretKeyCheck } from './20261123-secret-key-check.js';

/** In execution order. A released migration is never edited. */
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
  { name: '20261123-hidden-slugs', class: Migration20261123HiddenSlugs },
  { name: '20261123-accent-insensitive-search', class: Migration20261123AccentInsensitiveSearch },
  { name: '20261123-active-counts', class: Migration20261123ActiveCounts },
  { name: '20261123-unnamed-applications', class: Migration20261123UnnamedApplications },
  { name: '20261123-name-order', class: Migration20261123NameOrder },
  { name: '20261123-calls-in-zone', class: Migration20261123CallsInZone },
  { name: '20261123-email-changes', class: Migration20261123EmailChanges },
  { name: '20261123-secret-key-check', class: Migration20261123SecretKeyCheck },
];
