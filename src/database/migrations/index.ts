import { Migration20261120Initial } from './20261120-initial.js';
import { Migration20261121Writes } from './20261121-writes.js';

/** In the order in which they run. A migration that has been released is never edited. */
export const migrations = [
  { name: '20261120-initial', class: Migration20261120Initial },
  { name: '20261121-writes', class: Migration20261121Writes },
];
