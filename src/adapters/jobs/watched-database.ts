import type { Pool } from 'pg';
import type { Db } from 'pg-boss';
import { isUnavailable } from '../../database/unavailable.js';
import type { Logger } from '../../telemetry/log/log.js';

/**
 * The pool as the database adapter of pg-boss. Logs an outage and its end once each, because pg-boss keeps polling
 * every few seconds during the outage.
 */
export function watchedDatabase(pool: Pool, log: Logger): Db {
  let away = false;
  return {
    async executeSql(text, values) {
      try {
        const result = await pool.query(text, values);
        if (away) log.info('Job queue: database available again');
        away = false;
        return result;
      } catch (error) {
        if (isUnavailable(error) && !away) {
          away = true;
          log.warn({ code: codeOf(error) }, 'Job queue: database unavailable; retrying');
        }
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), 'code') ?? Reflect.get(Object(error), 'message');
}
