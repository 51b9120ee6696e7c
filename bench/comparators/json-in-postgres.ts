/** One statement per read returns the whole document as JSON text; Node only forwards it. */
import { listen, textServer, told } from './listen.js';
import { documentStatements } from './json-in-postgres/statements.js';
import { openPool } from './pool.js';
import { routes } from './routes.js';

const arguments_ = told();
const pool = openPool(arguments_);
const statements = documentStatements(arguments_.origin);

async function document(name: keyof typeof statements, values: readonly unknown[]): Promise<string | null> {
  const { rows } = await pool.query<{ document: string }>({ name, text: statements[name], values: [...values] });
  return rows[0]?.document ?? null;
}

listen(
  textServer(
    routes({
      events: (size, start) => document('events', [size, start]),
      event: (id) => document('event', [id]),
      talks: (eventId, size) => document('talks', [eventId, size]),
      comments: (talkId, size) => document('comments', [talkId, size]),
    }),
  ),
  arguments_,
  () => pool.end(),
);
