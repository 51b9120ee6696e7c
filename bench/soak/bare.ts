/**
 * The least that a server can do for a read that is kept and never stale: bare node:http, one tiny statement, and the same
 * bytes each time. What it takes beside the load is what the machine takes.
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
