/** PostGraphile 5 over the same tables: its Amber preset, as it runs in production. */
import { createServer } from 'node:http';
import { installed } from './installed.js';
import { listen, told } from './listen.js';
import { openPool } from './pool.js';

interface Instance {
  createServ(grafserv: unknown): { addTo(server: unknown): Promise<void> };
  release(): Promise<void>;
}
interface CodecEvent {
  readonly pgType: { readonly typname: string };
  pgCodec: unknown;
}

const { postgraphile } = await installed<{ postgraphile(preset: object): Instance }>('postgraphile');
const { PostGraphileAmberPreset } = await installed<Record<string, unknown>>('postgraphile/presets/amber');
const { makePgService } = await installed<{ makePgService(options: object): unknown }>('postgraphile/adaptors/pg');
const { grafserv } = await installed<Record<string, unknown>>('postgraphile/grafserv/node');
const { TYPES } = await installed<{ TYPES: Record<string, unknown> }>('postgraphile/@dataplan/pg');

/** Transaction numbers, which stand in tables of which nothing is read here. */
const TransactionNumbersPlugin = {
  name: 'TransactionNumbersPlugin',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_: unknown, event: CodecEvent) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES['text'];
      },
    },
  },
};

const arguments_ = told();
const pool = openPool(arguments_);
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [TransactionNumbersPlugin],
  // It would keep `is_public` from the conditions, because no index begins with it: there are partial ones.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
listen(server, arguments_, async () => {
  await instance.release();
  await pool.end();
});
