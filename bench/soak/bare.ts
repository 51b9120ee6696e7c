/**
 * The minimal work of a fresh cached read: bare node:http, one short statement and constant bytes. Its latency during
 * the load is the latency of the machine itself.
 */
import { listen, textServer, told } from '../comparators/listen.js';
import { openPool } from '../comparators/pool.js';

const BYTES = 6_000;
const answer = JSON.stringify(['x'.repeat(BYTES)]);
const look = { name: 'look', text: 'select pg_current_snapshot()::text as snapshot' };

const given = told();
const pool = openPool(given);
listen(
  textServer(async () => {
    await pool.query(look);
    return answer;
  }),
  given,
  () => pool.end(),
);
