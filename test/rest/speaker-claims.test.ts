import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, recordsOf } from './ask.js';

interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

let service: TestService;
let event: string;
let talk: string;
let ada: Person;
let bob: Person;
let host: Person;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function person(row: object): Promise<Person> {
  const { pool } = service.database;
  const username = `User${make.unique()}`;
  const email = `${username}@example.org`;
  const id = await make.createUser(pool, { username, email, ...row });
  return { id, username, email, token: await make.createToken(pool, id) };
}

beforeEach(async () => {
  const { pool } = service.database;
  ada = await person({ full_name: 'Ada Lovelace' });
  bob = await person({ full_name: 'Bob' });
  host = await person({ full_name: 'Host' });
  event = await make.createEvent(pool, { name: 'Machines' });
  talk = await make.createTalk(pool, event, { title: 'Engines' });
  await make.createHost(pool, event, host.id);
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada L.' });
  await service.takeMail();
});

const claim = (who: Person, username: string, name = 'Ada L.') => {
  const body = { display_name: name, username };
  return ask(service, `/v2.1/talks/${talk}/speakers`, { method: 'POST', token: who.token, body });
};
const reject = (who: Person, username: string, name = 'Ada L.') => {
  const query = new URLSearchParams({ display_name: name, username }).toString();
  return ask(service, `/v2.1/talks/${talk}/speakers?${query}`, { method: 'DELETE', token: who.token });
};
const unlink = (who: Person, user: string) =>
  ask(service, `/v2.1/talks/${talk}/speakers/${user}`, { method: 'DELETE', token: who.token });
const refusal = async (asked: ReturnType<typeof ask>) => {
  const answer = await asked;
  return [answer.status, bodyOf(answer)];
};
const done = async (asked: ReturnType<typeof ask>) => {
  const { status, text, headers } = await asked;
  return [status, text, headers.get('location')?.replace(service.base, '')];
};
const speakers = async () => recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')['speakers'];
const claims = async () =>
  recordsOf(await ask(service, `/v2.1/events/${event}/claims`, { token: host.token }), 'claims');
const letters = async () => (await service.takeMail()).map(({ kind, to, data }) => ({ kind, to, data }));
const linked = () => [{ speaker_name: 'Ada Lovelace', speaker_uri: `${service.base}/v2.1/users/${ada.id}` }];
const about = { talkTitle: 'Engines', eventName: 'Machines', talkUrl: expect.stringContaining('/talk/') };

describe('a speaker name is linked to an account when both sides agree (contract §3.5)', () => {
  it('the speaker claims it, and a host approves', async () => {
    expect(await done(claim(ada, ` ${ada.username.toUpperCase()} `, ' Ada L. '))).toEqual([
      204,
      '',
      `/v2.1/talks/${talk}/speakers`,
    ]);
    const talkUrl = expect.stringMatching(/\/dashboard\?claim=\d+$/);
    const data = { ...about, speakerName: 'Ada L.', claimant: 'Ada Lovelace', talkUrl };
    expect(await letters()).toMatchObject([{ kind: 'talk_claimed', to: host.email, data }]);
    expect(await claims()).toMatchObject([
      { display_name: 'Ada L.', speaker_uri: `${service.base}/v2.1/users/${ada.id}` },
    ]);
    expect(await speakers()).toEqual([{ speaker_name: 'Ada L.' }]);

    expect(await done(claim(host, ada.username))).toEqual([204, '', `/v2.1/talks/${talk}/speakers`]);
    expect(await letters()).toMatchObject([{ kind: 'claim_approved', to: ada.email, data: about }]);
    expect([await claims(), await speakers()]).toEqual([[], linked()]);
    const attending = await ask(service, `/v2.1/events/${event}/attending`, { token: ada.token });
    expect(bodyOf(attending)['is_attending']).toBe(true);
    const { rows } = await service.database.pool.query('select display_name from talk_speakers where talk_id = $1', [
      talk,
    ]);
    expect(rows).toEqual([{ display_name: 'Ada L.' }]);
  });

  it('a host assigns it, and the speaker accepts', async () => {
    expect(await done(claim(host, ada.username))).toEqual([204, '', `/v2.1/talks/${talk}/speakers`]);
    expect(await letters()).toMatchObject([
      { kind: 'talk_assigned', to: ada.email, data: { ...about, speakerName: 'Ada L.' } },
    ]);
    expect(await done(claim(ada, ada.username))).toEqual([204, '', `/v2.1/talks/${talk}/speakers`]);
    expect([await claims(), await speakers(), await letters()]).toEqual([[], linked(), []]);
  });

  it('a host who gives a talk claims it as a speaker first, then approves the claim', async () => {
    await claim(host, host.username);
    expect(await claims()).toHaveLength(1);
    await claim(host, host.username);
    expect(await speakers()).toMatchObject([{ speaker_name: 'Host' }]);
  });

  it('an administrator counts as a host', async () => {
    const admin = await person({ is_admin: true });
    await claim(ada, ada.username);
    expect((await claim(admin, ada.username)).status).toBe(204);
    expect(await speakers()).toEqual(linked());
  });

  it('two speakers of the same name are claimed by different users', async () => {
    await make.createSpeaker(service.database.pool, event, talk, { display_name: 'Ada L.' });
    await claim(ada, ada.username);
    expect((await claim(bob, bob.username)).status).toBe(204);
    expect((await claim(host, bob.username)).status).toBe(204);
    expect((await claim(host, ada.username)).status).toBe(204);
    expect(await speakers()).toMatchObject([{ speaker_name: 'Ada Lovelace' }, { speaker_name: 'Bob' }]);
  });
});

describe('rejected claims', () => {
  it('without a login, without a talk, and without names', async () => {
    const path = `/v2.1/talks/${talk}/speakers`;
    for (const [method, at, sentence] of [
      ['POST', path, 'You must be logged in to create data'],
      ['DELETE', path, 'You must be logged in to remove data'],
      ['DELETE', `${path}/${ada.id}`, 'You must be logged in to remove data'],
    ] as const) {
      const answer = await ask(service, at, { method, body: {} });
      expect([answer.status, bodyOf(answer)]).toEqual([401, [sentence]]);
      const nowhere = at.replace(talk, '999999');
      expect(await refusal(ask(service, nowhere, { method, token: ada.token, body: {} }))).toEqual([
        404,
        ['Talk not found'],
      ]);
    }
    const incomplete = [400, ['You must provide a display name and a username']];
    expect(await refusal(claim(ada, ' '))).toEqual(incomplete);
    expect(await refusal(claim(ada, ada.username, ' '))).toEqual(incomplete);
    expect(await refusal(ask(service, path, { method: 'POST', token: ada.token, body: {} }))).toEqual(incomplete);
    expect(await refusal(reject(host, '', ''))).toEqual(incomplete);
  });

  it('for a hidden event', async () => {
    await service.database.pool.query("update events set status = 'PENDING' where id = $1", [event]);
    for (const asked of [claim(ada, ada.username), reject(ada, ada.username), unlink(ada, ada.id)]) {
      expect(await refusal(asked)).toEqual([404, ['Talk not found']]);
    }
    expect((await claim(host, ada.username)).status).toBe(204);
  });

  it('for unknown names, then for unknown accounts', async () => {
    expect(await refusal(claim(ada, 'nobody', 'Nobody'))).toEqual([422, ['No speaker matching that name found']]);
    expect(await refusal(claim(ada, 'nobody'))).toEqual([404, ['Specified user not found']]);
    const gone = await person({ is_active: false });
    expect(await refusal(claim(host, gone.username))).toEqual([404, ['Specified user not found']]);
  });

  it('for a name that is linked, and for an account that already speaks there', async () => {
    const { pool } = service.database;
    await make.createSpeaker(pool, event, talk, { display_name: 'Old name', user_id: bob.id });
    expect(await refusal(claim(ada, 'nobody', 'Bob'))).toEqual([422, ['Talk already claimed']]);
    expect(await refusal(claim(ada, ada.username, 'Old name'))).toEqual([422, ['No speaker matching that name found']]);
    await claim(bob, bob.username);
    expect(await refusal(claim(host, bob.username))).toEqual([422, ['Talk already claimed']]);
  });

  it('for another user, without being a host', async () => {
    const sentence = 'You must be the speaker or event admin to link a user to a talk';
    expect(await refusal(claim(bob, ada.username))).toEqual([403, [sentence]]);
    expect([await claims(), await letters()]).toEqual([[], []]);
  });

  it('while a claim waits for a host', async () => {
    await claim(ada, ada.username);
    const again =
      'You already have a pending claim for this talk. Please wait for an event admin to approve your claim.';
    expect(await refusal(claim(ada, ada.username))).toEqual([403, [again]]);
    const others = 'You must be an event admin to approve this claim';
    for (const username of [bob.username, ada.username]) {
      expect(await refusal(claim(bob, username))).toEqual([403, [others]]);
    }
    expect(await refusal(claim(host, bob.username))).toEqual([422, ['Talk already claimed']]);
    expect([await speakers(), (await claims()).length]).toEqual([[{ speaker_name: 'Ada L.' }], 1]);
  });

  it('while an assignment waits for its speaker', async () => {
    await claim(host, ada.username);
    const sentence = 'You must be the talk speaker to approve this assignment';
    for (const [who, username] of [
      [bob, ada.username],
      [host, ada.username],
    ] as const) {
      expect(await refusal(claim(who, username))).toEqual([403, [sentence]]);
    }
    expect(await refusal(claim(ada, bob.username))).toEqual([422, ['Talk already claimed']]);
    expect(await speakers()).toEqual([{ speaker_name: 'Ada L.' }]);
  });
});

describe('an assignment that its account has not confirmed (decisions no. 46)', () => {
  const decided = async () => {
    const { rows } = await service.database.pool.query<{ kind: string }>(
      "select kind from event_log where talk_id = $1 and kind like 'claim.%' order by id",
      [talk],
    );
    return rows.map(({ kind }) => kind);
  };

  it('can be declined by the account, which notifies the hosts', async () => {
    await claim(host, ada.username);
    await service.takeMail();
    expect(await done(reject(ada, ada.username, 'ADA L.'))).toEqual([204, '', `/v2.1/talks/${talk}`]);
    const data = { ...about, speakerName: 'ADA L.', assigned: 'Ada Lovelace' };
    expect(await letters()).toMatchObject([{ kind: 'assignment_declined', to: host.email, data }]);
    expect([await claims(), await speakers()]).toEqual([[], [{ speaker_name: 'Ada L.' }]]);
    expect(await decided()).toEqual(['claim.requested', 'claim.decided']);
    expect((await claim(bob, bob.username)).status).toBe(204);
  });

  it('cannot be declined by another account, nor after it was confirmed', async () => {
    const sentence = 'You do not have permission to reject the speaker claim on this talk';
    await claim(host, ada.username);
    expect(await refusal(reject(bob, ada.username))).toEqual([403, [sentence]]);
    await claim(ada, ada.username);
    expect(await refusal(reject(ada, ada.username, 'Ada Lovelace'))).toEqual([403, [sentence]]);
    expect(await speakers()).toEqual(linked());
  });

  it('is replaced by the claim of another account', async () => {
    await claim(host, ada.username);
    await service.takeMail();
    expect((await claim(bob, bob.username)).status).toBe(204);
    expect(await letters()).toMatchObject([{ kind: 'talk_claimed', to: host.email, data: { claimant: 'Bob' } }]);
    expect(await claims()).toMatchObject([{ speaker_uri: `${service.base}/v2.1/users/${bob.id}` }]);
    expect((await claim(ada, ada.username)).status).toBe(403);
    expect((await claim(host, bob.username)).status).toBe(204);
    expect(await speakers()).toMatchObject([{ speaker_name: 'Bob' }]);
    expect(await decided()).toEqual(['claim.requested', 'claim.decided', 'claim.requested', 'claim.decided']);
  });

  it('is replaced by the assignment of another account', async () => {
    await claim(host, ada.username);
    await service.takeMail();
    expect((await claim(host, bob.username)).status).toBe(204);
    expect(await letters()).toMatchObject([{ kind: 'talk_assigned', to: bob.email }]);
    expect((await claim(ada, ada.username)).status).toBe(204);
    expect(await claims()).toMatchObject([{ speaker_uri: `${service.base}/v2.1/users/${ada.id}` }]);
  });

  it('is replaced by one of two concurrent claims', async () => {
    await claim(host, ada.username);
    const cy = await person({ full_name: 'Cy' });
    const answers = await Promise.all([claim(bob, bob.username), claim(cy, cy.username)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect(await claims()).toHaveLength(1);
  });
});

describe('claims without success', () => {
  it('hosts reject the claim of a speaker, who is notified and can claim again', async () => {
    await claim(ada, ada.username);
    await service.takeMail();
    expect(await done(reject(host, ada.username))).toEqual([204, '', `/v2.1/talks/${talk}`]);
    expect(await letters()).toMatchObject([{ kind: 'claim_rejected', to: ada.email, data: about }]);
    expect([await claims(), await speakers()]).toEqual([[], [{ speaker_name: 'Ada L.' }]]);
    expect((await claim(ada, ada.username)).status).toBe(204);
    const body = { display_name: 'Ada L.', username: ada.username };
    const path = `/v2.1/talks/${talk}/speakers`;
    expect((await ask(service, path, { method: 'DELETE', token: host.token, body })).status).toBe(204);
  });

  it('hosts withdraw their assignment, without a mail', async () => {
    await claim(host, ada.username);
    await service.takeMail();
    expect((await reject(host, ada.username)).status).toBe(204);
    expect([await claims(), await letters()]).toEqual([[], []]);
  });

  it('rejecting requires a host, and a claim of that account to that name', async () => {
    const sentence = 'You do not have permission to reject the speaker claim on this talk';
    await claim(ada, ada.username);
    expect(await refusal(reject(ada, ada.username))).toEqual([403, [sentence]]);
    expect(await refusal(reject(bob, '', ''))).toEqual([403, [sentence]]);
    expect(await refusal(reject(host, 'nobody', 'Nobody'))).toEqual([422, ['No speaker matching that name found']]);
    expect(await refusal(reject(host, 'nobody'))).toEqual([404, ['Specified user not found']]);
    expect(await refusal(reject(host, bob.username))).toEqual([404, ['There was a problem with the claim']]);
    await claim(host, ada.username);
    expect(await refusal(reject(host, ada.username, 'Ada Lovelace'))).toEqual([422, ['Talk already claimed']]);
    expect(await speakers()).toEqual(linked());
  });

  it('speakers and hosts unlink an account from a talk: the printed name remains, and can be claimed again', async () => {
    for (const who of [ada, host, bob]) {
      await make.createSpeaker(service.database.pool, event, talk, { user_id: bob.id, display_name: 'Bob' });
      await claim(ada, ada.username);
      expect((await claim(host, ada.username)).status).toBe(204);
      expect(await done(unlink(who, ada.id))).toEqual([204, '', `/v2.1/talks/${talk}`]);
      expect(await speakers()).toMatchObject([{ speaker_name: 'Ada L.' }, { speaker_name: 'Bob' }]);
      await service.database.pool.query('delete from talk_speakers where user_id = $1', [bob.id]);
    }
    expect(await refusal(unlink(host, ada.id))).toEqual([404, ['Provided user is not a speaker on this talk']]);
  });

  it('unlinking an account deletes old claims, also those in imported data', async () => {
    const { pool } = service.database;
    const speaker = await make.createSpeaker(pool, event, talk, { user_id: ada.id, display_name: 'Ada' });
    await make.createClaim(pool, event, talk, speaker, ada.id);
    expect((await unlink(host, ada.id)).status).toBe(204);
    expect(await claims()).toEqual([]);
    expect((await claim(bob, bob.username, 'Ada')).status).toBe(204);
  });

  it('others may not, which is checked after whether the account is a speaker there', async () => {
    await claim(ada, ada.username);
    await claim(host, ada.username);
    const sentence = 'You do not have permission to remove this speaker from this talk';
    expect(await refusal(unlink(bob, ada.id))).toEqual([403, [sentence]]);
    for (const user of [bob.id, '999999', '0', 'me']) {
      const said = await refusal(unlink(bob, user));
      expect([user, ...said]).toEqual([user, 404, ['Provided user is not a speaker on this talk']]);
    }
    expect(await speakers()).toEqual(linked());
  });
});
