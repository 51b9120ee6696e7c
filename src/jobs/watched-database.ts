import type { Pool } from 'pg';
import type { Db } from 'pg-boss';
import { isUnavailable } from '../database/unavailable.js';
import type { Logger } from '../log.js';

/**
 * The pool as pg-boss asks it. pg-boss asks again every few seconds, also while the server is away: it is said once
 * that it has gone, and once that it is back.
 */
export function watchedDatabase(pool: Pool, log: Logger): Db {
  let away = false;
  return {
    async executeSql(text, values) {
      try {
        const result = await pool.query(text, values);
        if (away) log.info('The job queue has its database again');
        away = false;
        return result;
      } catch (error) {
        if (isUnavailable(error) && !away) {
          away = true;
          log.warn({ code: codeOf(error) }, 'The job queue waits for its database');
        }
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), 'code') ?? Reflect.get(Object(error), 'message');
}
