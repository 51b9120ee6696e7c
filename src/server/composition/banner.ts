import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { demoApplication } from '../../demo/data/accounts.js';
import type { DemoLogins } from '../../demo/fill-with-demo.js';

interface Started {
  readonly config: Config;
  readonly port: number;
  readonly adminPort: number;
  /** Location of the database. */
  readonly database: string;
  /** The demo accounts created by this start; null if none. */
  readonly demo: DemoLogins | null;
}

/** A wildcard address is reachable locally at these. */
const LOOPBACK_OF_ALL = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The startup banner: URLs and first steps. */
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
      ? [`  Workers        ${config.workers}   (kill -USR2 ${process.pid} replaces them one by one)`]
      : []),
    ...(demo ? demoLines(demo) : []),
    '',
    '  Stop with Ctrl-C.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** The host of a locally reachable URL. */
function hostHere(host: string): string {
  const reachable = LOOPBACK_OF_ALL.get(host) ?? host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}

function demoLines({ passwords }: DemoLogins): string[] {
  const logins = [...passwords].map(([username, password]) => `${username} / ${password}`);
  return [
    '',
    '  Created demo conferences. Accounts (username / password):',
    ...logins.map((login) => `    ${login}`),
    `  Application key ${demoApplication.consumerKey}, secret ${demoApplication.consumerSecret}.`,
    '  Log in with POST /v2.1/token (see docs/client.md), or: npm run lectern -- token create --user host',
  ];
}
