import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { NOTHING_MORE, refusal } from './accounts.js';
import { follow, Member, NEW_EMAIL, OLD_EMAIL, PASSWORD } from './email-change.js';

const NOT_CANCELLED = refusal(400, 'The change of the email address could not be cancelled');
const byPassword = { old_password: PASSWORD };
const KEPT = 1_000;

let service: TestService;
let ada: Member;

beforeAll(async () => {
  service = await startService({ LIMIT_EMAIL_CHANGES_USER: 'off', LIMIT_REMINDER_ACCOUNT: 'off' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.pool.query('delete from users');
  ada = await Member.create(service);
  await service.takeMail();
});

/** The pending change. */
async function pending(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query<{ new_email: string }>('select new_email from email_changes');
  return rows.map(({ new_email: email }) => email);
}

describe('A pending change that replaced others', () => {
  it.each([0, 1, 2])('is cancelled by the link of any notice: no. %i', async (index) => {
    const links = [
      await ada.request('first@example.net'),
      await ada.request('second@example.net', byPassword),
      await ada.request(NEW_EMAIL, byPassword),
    ];
    expect(await follow(service, 'cancel', links[index]?.cancel ?? '')).toEqual(NOTHING_MORE);
    expect([await pending(), await ada.addressOfReset()]).toEqual([[], OLD_EMAIL]);
    for (const { cancel } of links) expect(await follow(service, 'cancel', cancel)).toEqual(NOT_CANCELLED);
  });

  it('is cancelled too if a new password ended the previous one in the same request', async () => {
    const first = await ada.request('first@example.net', byPassword);
    await ada.request(NEW_EMAIL, { password: 'analytical engine', ...byPassword });
    expect(await follow(service, 'cancel', first.cancel)).toEqual(NOTHING_MORE);
    expect(await pending()).toEqual([]);
  });

  it('is not cancelled by a link that was sent before another change took effect', async () => {
    const first = await ada.request('first@example.net', byPassword);
    await follow(service, 'confirm', (await ada.request(NEW_EMAIL, byPassword)).confirm);
    await ada.request('third@example.net', byPassword);
    // That mailbox is no longer the account's.
    expect(await follow(service, 'cancel', first.cancel)).toEqual(NOT_CANCELLED);
    expect(await pending()).toEqual(['third@example.net']);
  });

  it('is not cancelled by the link of a change that expired', async () => {
    const first = await ada.request('first@example.net', byPassword);
    await service.database.pool.query("update email_changes set expires_at = now() - interval '1 second'");
    await ada.request(NEW_EMAIL, byPassword);
    expect(await follow(service, 'cancel', first.cancel)).toEqual(NOT_CANCELLED);
    expect(await pending()).toEqual([NEW_EMAIL]);
  });

  it('keeps the links of the newest notices, more than the default limit lets a user cause', async () => {
    const oldest = await ada.request('first@example.net', byPassword);
    const second = await ada.request('second@example.net', byPassword);
    await service.database.pool.query(
      `update email_changes set cancellation_hashes =
        array(select 'notice ' || number from generate_series(1, $1) as number) || cancellation_hashes`,
      [KEPT - 2],
    );
    await ada.request(NEW_EMAIL, byPassword);
    expect(await follow(service, 'cancel', oldest.cancel)).toEqual(NOT_CANCELLED);
    const { rows } = await service.database.pool.query(
      'select cardinality(cancellation_hashes) as kept from email_changes',
    );
    expect(rows).toEqual([{ kept: KEPT }]);
    expect(await follow(service, 'cancel', second.cancel)).toEqual(NOTHING_MORE);
  });
});
