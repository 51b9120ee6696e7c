export type Direction = 'insert' | 'delete' | 'update';
export const directions: readonly Direction[] = ['insert', 'delete', 'update'];

export const transitionTables: Record<Direction, string> = {
  insert: 'referencing new table as added',
  delete: 'referencing old table as removed',
  update: 'referencing new table as added old table as removed',
};

/** The rows of a statement with their sign: `added` counts +1, `removed` counts -1. */
export const changes: Record<Direction, string> = {
  insert: 'select 1 as sign, added.* from added',
  delete: 'select -1 as sign, removed.* from removed',
  update: 'select 1 as sign, added.* from added union all select -1, removed.* from removed',
};

/** The values of a column in the rows of a statement, before and after it. */
export const touched = (direction: Direction, column: string) =>
  ({
    insert: `select ${column} from added`,
    delete: `select ${column} from removed`,
    update: `select ${column} from added union select ${column} from removed`,
  })[direction];

/** Whether one of the columns of a row differs after an update of it. */
export const differs = (columns: readonly string[]) =>
  `(${columns.map((name) => `old.${name}`).join(', ')}) is distinct from (${columns.map((name) => `new.${name}`).join(', ')})`;
