import { Migration } from '@mikro-orm/migrations';
import { accountTables } from './accounts.js';
import { changeTriggers } from './changes.js';
import { commentTables } from './comments.js';
import { counterTriggers } from './counters.js';
import { eventTables } from './events.js';
import { functions } from './functions.js';
import { eventLists } from './event-lists.js';
import { eventLog } from './event-log.js';
import { referenceData } from './reference-data.js';
import { roleTriggers } from './roles.js';
import { scheduleTriggers } from './schedules.js';
import { serviceTables } from './services.js';
import { talkTables } from './talks.js';
import { waitingCounts } from './waiting-counts.js';

/**
 * The last migration of 1.0.0. Databases of that version have recorded this name, so that the baseline is not pending
 * there; a database that has recorded other names only is older.
 */
export const BASELINE = '20261209-webhooks';

/**
 * The schema of 1.0.0, with which every new database begins (decisions no. 72). Like a released migration, it never
 * changes: the next migrations say what is different today.
 */
export class Baseline extends Migration {
  override up(): void {
    for (const tables of [functions, accountTables, eventTables, talkTables, commentTables, serviceTables]) {
      this.addSql(tables);
    }
    // Before the triggers, which would record it as changes.
    this.addSql(referenceData);
    for (const part of [eventLists, eventLog, waitingCounts, counterTriggers, roleTriggers, scheduleTriggers]) {
      this.addSql(part);
    }
    this.addSql(changeTriggers);
  }
}
