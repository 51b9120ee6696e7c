/** PostGraphile 5 on the same tables, with its Amber preset and production settings. */
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

/** Type of transaction IDs (`xid8`), used by tables that are not read here. */
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
  // The plugin would remove `is_public` from the conditions, because it only occurs in partial indexes.
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
