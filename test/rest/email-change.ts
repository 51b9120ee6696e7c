import type { Letter } from '../../src/adapters/mail/mail-queue.js';
import { hashPassword } from '../../src/adapters/passwords/passwords.js';
import { createToken, createUser } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { outcomeOf, post } from './accounts.js';
import { ask, recordOf } from './ask.js';

export const PASSWORD = 'difference engine';
export const OLD_EMAIL = 'ada@example.org';
export const NEW_EMAIL = 'ada@example.net';

/** A verified account with a password, and a bearer token of it. */
export class Member {
  private constructor(
    readonly service: TestService,
    readonly id: string,
    readonly username: string,
    readonly email: string,
    readonly token: string,
  ) {}

  static async create(service: TestService, username = 'ada', email = OLD_EMAIL): Promise<Member> {
    const { pool } = service.database;
    const account = { username, full_name: 'Ada', email, password_hash: await hashPassword(PASSWORD) };
    const id = await createUser(pool, { ...account, is_verified: true });
    return new Member(service, id, username, email, await createToken(pool, id));
  }

  /** Sends the account with another address to v2.1. */
  put(email: string, more: object = {}) {
    const body = { full_name: 'Ada', email, ...more };
    return outcomeOf(ask(this.service, `/v2.1/users/${this.id}`, { method: 'PUT', token: this.token, body }));
  }

  /** The address, read with the account's own token. */
  async shownEmail(token = this.token): Promise<unknown> {
    return recordOf(await ask(this.service, `/v2.1/users/${this.id}?verbose=yes`, { token }), 'users')['email'];
  }

  /** Changes the address and returns the tokens of the links that were mailed. */
  async request(email = NEW_EMAIL, more: object = {}): Promise<Links> {
    await this.service.takeMail();
    await this.put(email, more);
    return linksIn(await this.service.takeMail());
  }

  async addressOfReset(): Promise<string | undefined> {
    await this.service.takeMail();
    await post(this.service, '/emails/reminders/password', { username: this.username });
    return (await this.service.takeMail())[0]?.to;
  }
}

export type Step = 'confirm' | 'authorise' | 'cancel';
/** Tokens by the page they lead to; empty if no such link was mailed. */
export type Links = Readonly<Record<Step, string>>;

export function linksIn(mails: readonly Letter[]): Links {
  const links = mails.flatMap(({ data }) => Object.values(data)).map(String);
  const tokenOf = (step: Step) => {
    const link = links.find((value) => value.includes(`/user/email-change/${step}?token=`));
    return link === undefined ? '' : (new URL(link).searchParams.get('token') ?? '');
  };
  return { confirm: tokenOf('confirm'), authorise: tokenOf('authorise'), cancel: tokenOf('cancel') };
}

const paths: Readonly<Record<Step, string>> = {
  confirm: '/users/email_changes/confirmations',
  authorise: '/users/email_changes/authorisations',
  cancel: '/users/email_changes/cancellations',
};

/** The request of the button on a page. */
export const follow = (service: TestService, step: Step, token: string) =>
  outcomeOf(post(service, paths[step], { token }));
