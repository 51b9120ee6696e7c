import { expect } from '@jest/globals';
import { startMailServer } from '../mail/mail-server.js';
import { ask, bodyOf, type Answer, type Json } from '../rest/ask.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { eventually, runCommand, startProcess, type ServiceProcess } from '../support/process.js';
import { expectHidden, readBoth, type NounName } from './both-apis.js';

/** Prerequisites of a walk through the API: a service as started by `npm start`, and an SMTP server. */

const PASSWORD = 'a walk in the park';

export interface Person {
  readonly token: string;
  readonly uri: string;
}

export interface Walk {
  readonly service: ServiceProcess;
  /** Created on the command line. */
  readonly admin: Person;
  /** Registers, follows the link of the mail, and logs in. */
  join(username: string, fullName: string): Promise<Person>;
  /** Sends a write to a URL from a response, and returns the response. */
  write(who: Person | undefined, method: string, uri: unknown, body?: Json): Promise<Answer>;
  /** The same for a successful write: returns its Location. */
  written(...write: Parameters<Walk['write']>): Promise<string>;
  /** A record, which must be equal in REST and GraphQL. */
  both(noun: NounName, uri: unknown, who?: Person): Promise<Json>;
  /** Requires that it is hidden in REST and GraphQL. */
  gone(uri: unknown, who?: Person): Promise<void>;
  /** Waits for the message to the address with the subject, and returns its text. */
  delivered(to: string, subject: RegExp): Promise<string>;
}

export async function startWalk(): Promise<Walk> {
  const mailServer = await startMailServer();
  const DATA_DIR = await preparedFolder('empty');
  const service = await startProcess({ DATA_DIR, DEMO_DATA: 'false', LOG_LEVEL: 'warn', SMTP_URL: mailServer.url });
  const lectern = async (...words: string[]) => (await runCommand(words, { DATA_DIR })).output.trim();
  const names = ['--username', 'admin', '--full-name', 'Alma Admin', '--email', 'alma@example.org'];
  const adminPassword = await lectern('user', 'create', '--admin', ...names);
  const website = await lectern('application', 'create', '--user', 'admin', '--name', 'Website', '--first-party');
  const [, client_id = '', client_secret = ''] = /^key (\S+)\nsecret (\S+)$/.exec(website) ?? [];

  const login = (username: string, password: string): Promise<Answer> => {
    const body = { grant_type: 'password', username, password, client_id, client_secret };
    return ask(service, '/v2.1/token', { method: 'POST', body });
  };
  async function logIn(username: string, password: string): Promise<Person> {
    const answer = await login(username, password);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { access_token, user_uri } = bodyOf(answer);
    return { token: String(access_token), uri: String(user_uri) };
  }

  const walk: Walk = {
    service,
    admin: await logIn('admin', adminPassword),
    async join(username, fullName) {
      const email = `${username}@example.org`;
      const fields = { username, full_name: fullName, email, password: PASSWORD };
      const uri = await walk.written(undefined, 'POST', '/v2.1/users', fields);
      expect(await walk.both('user', uri)).toMatchObject({ username, full_name: fullName });
      const early = await login(username, PASSWORD);
      expect([early.status, bodyOf(early)]).toEqual([401, ['Not verified']]);
      const link = await walk.delivered(email, /^Welcome to Lectern$/);
      const token = /\/user\/verification\?token=(\S+)/.exec(link)?.[1];
      const verified = await ask(service, '/v2.1/users/verifications', { method: 'POST', body: { token } });
      expect(verified.status).toBe(204);
      const person = await logIn(username, PASSWORD);
      expect(person.uri).toBe(uri);
      expect(await walk.both('user', uri, person)).toMatchObject({ email, can_edit: true });
      return person;
    },
    write: (who, method, uri, body) => ask(service, String(uri), { method, token: who?.token, ...(body && { body }) }),
    async written(...[who, method, uri, body]) {
      const answer = await walk.write(who, method, uri, body);
      if (answer.status >= 300) throw new Error(`${method} ${String(uri)}: ${answer.status} ${answer.text}`);
      return answer.headers.get('content-location') ?? answer.headers.get('location') ?? '';
    },
    both: (noun, uri, who) => readBoth(service.base, noun, uri, who?.token),
    gone: (uri, who) => expectHidden(service.base, uri, who?.token),
    async delivered(to, subject) {
      const find = () =>
        mailServer.received.find(({ envelope, mail }) => envelope.to.includes(to) && subject.test(mail.subject ?? ''));
      await eventually(() => find() !== undefined);
      return find()?.mail.text ?? '';
    },
  };
  return walk;
}
