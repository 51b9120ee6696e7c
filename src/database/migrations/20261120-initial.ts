import { Migration } from '@mikro-orm/migrations';
import { counterTriggers } from './20261120-initial-counters.js';
import { referenceData } from './20261120-initial-reference-data.js';
import { indexes } from './20261120-initial-indexes.js';
import { tables } from './20261120-initial-tables.js';

/** The initial schema: tables with their constraints, indexes, counter triggers, reference data. */
export class Migration20261120Initial extends Migration {
  override up(): void {
    this.addSql(tables);
    this.addSql(indexes);
    this.addSql(counterTriggers);
    this.addSql(referenceData);
  }
}
