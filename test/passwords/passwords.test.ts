import { describe, expect, it } from '@jest/globals';
import * as argon2 from '@node-rs/argon2';
import { hashPassword, passwordProblem, verifyPassword } from '../../src/adapters/passwords/passwords.js';
import { processCpuMs } from '../support/cpu-time.js';

const right = { ok: true, rehash: false };
const outdated = { ok: true, rehash: true };
const wrong = { ok: false, rehash: false };
const longest = 'é'.repeat(512);

const verifyAll = (stored: string | null, passwords: readonly string[]) =>
  Promise.all(passwords.map((password) => verifyPassword(stored, password)));

describe('a password', () => {
  it('is hashed by argon2id with OWASP’s parameters, differently each time', async () => {
    const [one, other] = await Promise.all([hashPassword('größe-42'), hashPassword('größe-42')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyAll(one, ['größe-42', 'größe-43', ''])).toEqual([right, wrong, wrong]);
  });

  it.each([
    ['12345', { reason: 'PASSWORD_TOO_SHORT', field: 'password', limit: 6 }],
    ['👩👩👩👩👩', { reason: 'PASSWORD_TOO_SHORT', field: 'password', limit: 6 }],
    [`${longest}x`, { reason: 'PASSWORD_TOO_LONG', field: 'password', limit: 1_024 }],
  ])('is rejected if it is new and too short or too long', async (password, problem) => {
    expect(passwordProblem(password)).toEqual(problem);
    await expect(hashPassword(password)).rejects.toMatchObject({ code: 'INVALID', problems: [problem] });
  });

  it('may have six characters, or 1 024 bytes, if it is new', async () => {
    expect([passwordProblem('123456'), passwordProblem(longest)]).toEqual([null, null]);
    expect(await verifyPassword(await hashPassword(longest), longest)).toEqual(right);
  });

  it('that is too long is wrong, without hashing', async () => {
    const cpuMs = await processCpuMs(async () => {
      expect(await verifyPassword(null, 'x'.repeat(10_000_000))).toEqual(wrong);
      expect(await verifyPassword(await argon2.hash(`${longest}x`), `${longest}x`)).toEqual(wrong);
    });
    expect(cpuMs).toBeLessThan(1_000);
  });
});

describe('a legacy hash', () => {
  // Created by crypt(3), of the MD5 of "password".
  it.each([
    '$2y$10$abcdefghijklmnopqrstuui28FQBeaxRChnlDITGEpaKGkGo4ZfE2',
    '$2a$04$abcdefghijklmnopqrstuuvRd6479mlTDECYXOIYMV5.3yuvdazPi',
    '$2b$05$abcdefghijklmnopqrstuuUAn0kWiETVO0mhewpkntQPs0d6StKia',
  ])('of the original is accepted, and marked for rehashing: %s', async (stored) => {
    const tried = ['password', 'Password', '5f4dcc3b5aa765d61d8327deb882cf99'];
    expect(await verifyAll(stored, tried)).toEqual([outdated, wrong, wrong]);
  });

  it.each<[string, argon2.Options]>([
    ['memory', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }],
    ['time', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
    ['lanes', { memoryCost: 19_456, timeCost: 2, parallelism: 2 }],
    ['algorithm', { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 1 }],
  ])('with another %s is marked for rehashing if the password matches', async (_, options) => {
    const stored = await argon2.hash('password', options);
    expect(await verifyAll(stored, ['password', 'passwort'])).toEqual([outdated, wrong]);
  });
});

describe('an account without a usable hash', () => {
  it.each([null, '', 'plain', '5f4dcc3b5aa765d61d8327deb882cf99', '$6$salt$hash'])(
    'stored as %j matches no password, not even itself',
    async (stored) => {
      expect(await verifyPassword(stored, stored ?? 'password')).toEqual(wrong);
    },
  );

  it('takes as long as one with a valid hash of either kind', async () => {
    const stored = await hashPassword('password');
    const legacy = '$2y$10$abcdefghijklmnopqrstuui28FQBeaxRChnlDITGEpaKGkGo4ZfE2';
    const costs: { cpu: number; time: number }[] = [];
    for (const hash of [null, stored, legacy, 'plain']) {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      for (let times = 0; times < 2; times += 1) await verifyPassword(hash, 'wrong password');
      const { user, system } = process.cpuUsage(cpu);
      costs.push({ cpu: (user + system) / 2_000, time: (performance.now() - began) / 2 });
    }
    for (const { cpu, time } of costs) {
      expect(cpu).toBeGreaterThan(3);
      expect(time).toBeGreaterThanOrEqual(99);
    }
  });

  it('that is corrupt causes an error, not a wrong password', async () => {
    await expect(verifyPassword('$argon2id$v=19$m=1', 'password')).rejects.toThrow();
  });
});

describe('concurrent password checks', () => {
  it('of one IPv6 subscriber wait in one queue, and leave room for others', async () => {
    const flood = Array.from({ length: 100 }, (_, n) =>
      verifyPassword(null, 'password', { account: `a${n}`, address: `2001:db8:1:2::${n.toString(16)}` }),
    );
    const other = verifyPassword(null, 'password', { account: 'b', address: '2001:db8:1:3::1' });
    expect(await other).toEqual(wrong);
    expect((await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('are queued, and rejected beyond 64', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword(null, 'password')));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(66);
    expect(refusals).toHaveLength(34);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'UNAVAILABLE',
        problems: [{ reason: 'OVERLOADED' }],
        details: { retryAfter: 2 },
      });
    expect(await verifyPassword(await hashPassword('password'), 'password')).toEqual(right);
  });
});
