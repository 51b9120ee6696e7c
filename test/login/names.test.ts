import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { graph, request, submitForm } from './flow.js';

const PASSWORD = 'difference engine';

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  service = await startService({ LIMIT_LOGIN_ACCOUNT_ADDRESS: '2/900' });
  const { pool } = service.database;
  client = await createClient(pool);
  await createMember(pool, 'Ada', PASSWORD, { email: 'Ada.L@example.org' });
  await createMember(pool, 'fresh', PASSWORD, { email: 'fresh@example.org', is_verified: false });
  await createMember(pool, 'named@example.org', 'of the name', { email: 'other@example.org' });
  await createMember(pool, 'mailed', 'of the address', { email: 'named@example.org' });
});
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limits');
  await service.takeMail();
});
afterAll(() => service.stop());

const submit = (fields: Record<string, string>, headers = {}) =>
  submitForm(service, request(service).parameters, fields, headers);
const byForm = async (username: string, password: string) => (await submit({ username, password })).status;
async function byToken(username: string, password: string): Promise<number> {
  const body = { grant_type: 'password', username, password, ...client };
  return (await ask(service, '/v2.1/token', { method: 'POST', body })).status;
}
async function byGraph(username: string, password: string): Promise<string> {
  const document = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { user { username } } }';
  const input = { username, password, clientId: client.client_id, clientSecret: client.client_secret };
  const { data, errors } = await graph(service, undefined, document, { input });
  const issued = (data as { issueToken: { user: { username: string } } } | null)?.issueToken;
  return issued?.user.username ?? errors?.[0]?.extensions.problems[0]?.reason ?? '';
}

describe('A login', () => {
  it.each(['ada', ' Ada ', '\tADA\n', 'ada.l@example.org', ' Ada.L@EXAMPLE.org '])(
    'accepts the name %j',
    async (name) => {
      expect([await byForm(name, PASSWORD), await byToken(name, PASSWORD), await byGraph(name, PASSWORD)]).toEqual([
        303,
        200,
        'Ada',
      ]);
    },
  );

  it.each(['ada.l@example.com', 'ada@', 'Ada L', ' '])('does not find an account by %j', async (name) => {
    const known = await submit({ username: 'ada', password: 'wrong' });
    const unknown = await submit({ username: name, password: 'wrong' });

    expect(unknown.status).toBe(name.trim() === '' ? 400 : known.status);
  });

  it('requires a verified address, and reports so only for a username: the address may be that of another account', async () => {
    expect(await byGraph('fresh', PASSWORD)).toBe('NOT_VERIFIED');
    expect(await byGraph('fresh@example.org', PASSWORD)).toBe('SIGN_IN_FAILED');
    expect(await byGraph('fresh@example.org', 'wrong')).toBe('SIGN_IN_FAILED');
  });

  it('by a username that is the verified address of another account is that of the address', async () => {
    expect([await byGraph('Named@example.org', 'of the address'), await byGraph('mailed', 'of the address')]).toEqual([
      'mailed',
      'mailed',
    ]);
    expect(await byGraph('named@example.org', 'of the name')).toBe('SIGN_IN_FAILED');
  });

  it('counts wrong passwords by what was entered, so that a limit does not disclose whose address it is', async () => {
    const wrong = [await byToken('ada', 'x'), await byToken(' ADA', 'x'), await byToken('ada ', 'x')];

    expect(wrong).toEqual([403, 403, 429]);
    expect([await byToken('ada.l@example.org', 'x'), await byToken('ada.l@example.org', PASSWORD)]).toEqual([403, 200]);
  });
});

describe('A login that is refused because the address is not verified', () => {
  it('offers to send the verification mail again', async () => {
    const refused = await submit({ username: ' Fresh@example.org', password: PASSWORD });
    const page = await refused.text();
    const again = await submit({ action: 'verification', username: ' Fresh@example.org' });
    const text = await again.text();

    expect(refused.status).toBe(403);
    expect(page).toContain('Send the verification mail again');
    expect(page).toContain('name="username" value=" Fresh@example.org"');
    expect(again.status).toBe(200);
    expect(text).toContain('a mail is on its way');
    expect((await service.takeMail()).map(({ kind, to }) => [kind, to])).toEqual([['welcome', 'fresh@example.org']]);
  });

  it('does not offer it after a wrong password, except for any address', async () => {
    const texts = [];
    for (const username of ['fresh', 'ada.l@example.org', 'none@example.org'])
      texts.push(await (await submit({ username, password: 'wrong' })).text());

    expect(texts.map((text) => text.includes('Send the verification mail again'))).toEqual([false, true, true]);
    expect(texts[1]?.replaceAll('ada.l', 'none')).toBe(texts[2]);
  });

  it('states that a name is too long, or contains what no name does', async () => {
    const texts = [];
    for (const username of ['x'.repeat(201), 'a\0b'])
      texts.push(await (await submit({ action: 'verification', username })).text());

    expect(texts[0]).toContain('This username or e-mail address is too long.');
    expect(texts[1]).toContain('This username or e-mail address contains characters that no account has.');
  });

  it('says the same for an unknown account, and sends nothing', async () => {
    const replies = await Promise.all(
      ['fresh', 'nobody'].map(async (username) => {
        const reply = await submit({ action: 'verification', username });
        return [reply.status, (await reply.text()).replaceAll(username, '')];
      }),
    );

    expect(replies[0]).toEqual(replies[1]);
    expect(await service.takeMail()).toHaveLength(1);
  });

  it('says the same for an unknown account, also where accounts are disclosed', async () => {
    const legacy = await startService({ ACCOUNT_DISCLOSURE: 'legacy' });
    const form = { action: 'verification', username: 'nobody' };
    const { parameters } = request(legacy);
    const reply = await submitForm(legacy, parameters, form);
    const text = await reply.text();
    await legacy.stop();

    expect([reply.status, text.includes('a mail is on its way')]).toEqual([200, true]);
  });

  it('limits these mails, and refuses the form of another site', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      statuses.push((await submit({ action: 'verification', username: 'fresh' })).status);
    const foreign = await submit({ action: 'verification', username: 'fresh' }, { 'Sec-Fetch-Site': 'cross-site' });

    expect([...statuses, foreign.status]).toEqual([200, 200, 200, 200, 200, 429, 403]);
  });
});
