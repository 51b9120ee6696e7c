import { bodyOf, type Json } from '../rest/ask.js';
import { linksIn } from '../rest/email-change.js';
import { client, firstOf, madeBy, type Tourist } from './tourist.js';
import { PASSWORD } from './showcase.js';

/** Requests about accounts, and by developers of applications. */
export async function registerAndLogIn(tourist: Tourist): Promise<void> {
  await register(tourist);
  await registerApplication(tourist);
  await logOut(tourist);
}

async function register({ ask, service, tokens: { admin } }: Tourist): Promise<void> {
  const email = 'miura@paper.example';
  const person = { username: 'miura', full_name: 'Ada Miura', email, password: PASSWORD };
  const mailed = async () => /token=([\w-]+)/.exec(JSON.stringify(await service.takeMail()))?.[1] ?? '';
  const params = { userId: madeBy(await ask('POST /v2.1/users', { body: person })) };
  await service.takeMail();
  await ask('POST /v2.1/emails/verifications', { body: { email } });
  await ask('POST /v2.1/users/verifications', { body: { token: await mailed() } });
  await ask('POST /v2.1/emails/reminders/username', { body: { email } });
  await service.takeMail();
  await ask('POST /v2.1/emails/reminders/password', { body: { username: person.username } });
  await ask('POST /v2.1/users/passwords', { body: { token: await mailed(), password: PASSWORD } });
  const credentials = { grant_type: 'password', username: person.username, password: PASSWORD, ...client };
  const token = String(bodyOf(await ask('POST /v2.1/token', { body: credentials }))['access_token']);
  const profile = { full_name: 'Ada Miura', email, biography: 'I fold maps.' };
  await ask('PUT /v2.1/users/:userId', { params, token, body: profile });
  await changeEmail({ ask, service }, { params, token, body: profile });
  await ask('POST /v2.1/users/:userId/trusted', { params, token: admin, body: { trusted: true } });
  await ask('DELETE /v2.1/users/:userId/talk_comments', { params, token: admin });
  await ask('DELETE /v2.1/users/:userId', { params, token: admin });
  const message = { name: 'Ada Miura', email, subject: 'Maps', comment: 'May I fold yours?' };
  await ask('POST /v2.1/contact', { body: { ...client, ...message } });
}

/** Changes the address by both links, then cancels another change, which revokes the token. */
async function changeEmail(
  { ask, service }: Pick<Tourist, 'ask' | 'service'>,
  account: { params: { userId: string }; token: string; body: Json },
): Promise<void> {
  const request = async (email: string) => {
    await service.takeMail();
    await ask('PUT /v2.1/users/:userId', { ...account, body: { ...account.body, email } });
    return linksIn(await service.takeMail());
  };
  const { confirm, authorise } = await request('ada@paper.example');
  await ask('POST /v2.1/users/email_changes/confirmations', { body: { token: confirm } });
  await ask('POST /v2.1/users/email_changes/authorisations', { body: { token: authorise } });
  const { cancel } = await request('miura@maps.example');
  await ask('POST /v2.1/users/email_changes/cancellations', { body: { token: cancel } });
}

async function registerApplication({ ask, tokens: { host: token } }: Tourist): Promise<void> {
  const body = { name: 'Pocket', description: 'The programme on a phone.', callback_url: 'https://pocket.example/' };
  const params = { applicationId: madeBy(await ask('POST /v2.1/applications', { token, body })) };
  await ask('GET /v2.1/applications', { token });
  await ask('GET /v2.1/applications/:applicationId', { params, token });
  await ask('PUT /v2.1/applications/:applicationId', { params, token, body });
  await ask('DELETE /v2.1/applications/:applicationId', { params, token });
}

async function logOut({ ask, tokens: { host: token } }: Tourist): Promise<void> {
  const { token: number } = firstOf(await ask('GET /v2.1/token', { token }), 'tokens') as Json & { token: number };
  const params = { tokenId: String(number) };
  await ask('GET /v2.1/token/:tokenId', { params, token });
  await ask('DELETE /v2.1/token/:tokenId', { params, token });
}
