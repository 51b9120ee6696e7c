import { join } from 'node:path';
import type { Config } from './config.js';
import { demoApplication } from './database/demo-data/accounts.js';
import type { DemoLogins } from './database/fill-with-demo.js';

interface Started {
  readonly config: Config;
  readonly port: number;
  readonly adminPort: number;
  /** Where the database is. */
  readonly database: string;
  /** The demo accounts that were made at this start; null when none were. */
  readonly demo: DemoLogins | null;
}

/** Listening on all addresses, it answers on this machine at these. */
const LOOPBACK_OF_ALL = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** What a person reads once the service answers: where to look first. */
export function banner({ config, port, adminPort, database, demo }: Started): string {
  const base = config.baseUrl ?? `http://${hostHere(config.host)}:${port}`;
  const lines = [
    '',
    '  Lectern is running.',
    '',
    `  Landing page   ${base}/`,
    `  Events         ${base}/v2.1/events?filter=hot`,
    `  Playground     ${base}/graphql   (open it in a browser)`,
    `  Health         http://${hostHere(config.adminHost)}:${adminPort}/ready`,
    `  Database       ${database}`,
    `  Mail           ${config.mail.smtpUrl === undefined ? `files in ${join(config.dataDirectory, 'mail')}` : 'sent by SMTP'}`,
    ...(config.workers > 1
      ? [`  Workers        ${config.workers}   (kill -USR2 ${process.pid} replaces them, one after the other)`]
      : []),
    ...(demo ? demoLines(demo) : []),
    '',
    '  Stop with Ctrl-C.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** How a host that is listened on is called here, as part of an address. */
function hostHere(host: string): string {
  const reachable = LOOPBACK_OF_ALL.get(host) ?? host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}

function demoLines({ passwords }: DemoLogins): string[] {
  const logins = [...passwords].map(([username, password]) => `${username} / ${password}`);
  return [
    '',
    '  Demo conferences have been made. Accounts (username / password):',
    ...logins.map((login) => `    ${login}`),
    `  Application key ${demoApplication.consumerKey}, secret ${demoApplication.consumerSecret}.`,
    '  Log in by POST /v2.1/token, as docs/client.md shows, or: npm run lectern -- token create --user host',
  ];
}
