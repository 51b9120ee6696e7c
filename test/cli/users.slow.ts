import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyPassword } from '../../src/adapters/passwords/passwords.js';
import { cleanUp } from '../support/clean-up.js';
import { createToken } from '../support/factories.js';
import { createMember } from '../support/sign-in.js';
import { commandLine, commandOnTerminal, commandWithInput, type CommandLine } from './command.js';

let line: CommandLine;
beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  await createMember(pool, 'ada', 'a nanosecond of wire', {
    is_admin: true,
    full_name: 'Ada \u001B[2J',
    email: 'ada@a.example',
  });
  await createMember(pool, 'grace', 'a nanosecond of wire', {
    is_trusted: true,
    full_name: 'Grace',
    email: 'grace@b.example',
  });
});
afterAll(cleanUp);

interface Stored {
  readonly is_admin: boolean;
  readonly is_active: boolean;
  readonly password_hash: string;
  readonly tokens: number;
}

async function stored(username: string): Promise<Stored | undefined> {
  const { rows } = await line.database.pool.query<Stored>(
    `select is_admin, is_active, password_hash,
        (select count(*)::int from access_tokens k where k.user_id = u.id) as tokens
      from users u where username = $1`,
    [username],
  );
  return rows[0];
}

async function giveToken(username: string): Promise<void> {
  const { pool } = line.database;
  const { rows } = await pool.query<{ id: string }>('select id from users where username = $1', [username]);
  await createToken(pool, rows[0]?.id ?? '');
}

describe('user list', () => {
  it('prints a table without control characters, or JSON', async () => {
    const { output } = await line.lectern('user', 'list', '--search', '@A.EXAMPLE');
    expect(output).toMatch(
      /^ *ID {2}USERNAME {2}FULL NAME +E-MAIL +STATUS +LAST LOGIN \(UTC\)\n *\d+ {2}ada +Ada \?\[2J +ada@a\.example +administrator +-\n$/,
    );

    const { code, output: json, errors } = await line.lectern('user', 'list', '--limit', '1', '--json');
    expect([code, errors]).toEqual([0, 'More than 1 rows: show more with --limit 10.\n']);
    expect(JSON.parse(json)).toEqual([
      {
        id: expect.any(String),
        username: 'ada',
        fullName: 'Ada \u001B[2J',
        email: 'ada@a.example',
        isAdmin: true,
        isTrusted: false,
        isVerified: true,
        isActive: true,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        lastLoginAt: null,
      },
    ]);
  });
});

describe('user promote, demote, disable and enable', () => {
  it('refuse to remove the last site administrator', async () => {
    const refused = {
      code: 1,
      output: '',
      errors: 'The last site administrator cannot be removed: create another one first.\n',
    };
    expect(await line.lectern('user', 'demote', 'ada', '--yes')).toEqual(refused);
    expect(await line.lectern('user', 'disable', 'ADA', '--yes')).toEqual(refused);
    expect(await stored('ada')).toMatchObject({ is_admin: true, is_active: true });
  });

  it('add another administrator, and remove one', async () => {
    expect(await line.lectern('user', 'promote', 'GRACE')).toMatchObject({
      code: 0,
      output: 'GRACE is now a site administrator.\n',
    });
    expect(await stored('grace')).toMatchObject({ is_admin: true });
    expect((await line.lectern('user', 'demote', 'ada', '--yes')).code).toBe(0);
    expect(await stored('ada')).toMatchObject({ is_admin: false });
  });

  it('require confirmation for removals: without a terminal nothing changes', async () => {
    await giveToken('ada');
    expect(await line.lectern('user', 'disable', 'ada')).toEqual({
      code: 1,
      output: '',
      errors:
        'Disable ada and revoke all tokens of the account? Without a terminal, confirm with --yes. Nothing was changed.\n',
    });
    const words = ['user', 'disable', 'ada'];
    const no = await commandOnTerminal(words, line.environment, '\r');
    expect([no.code, no.screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    for (const key of ['\u0003', '\u0004']) {
      const { code, screen } = await commandOnTerminal(words, line.environment, key);
      expect([code, screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
      expect(screen).not.toContain('Warning');
    }
    expect(await stored('ada')).toMatchObject({ is_active: true, tokens: 1 });

    const yes = await commandOnTerminal(words, line.environment, 'y\r');
    expect([yes.code, yes.screen]).toEqual([0, expect.stringContaining('ada is disabled')]);
    expect(await stored('ada')).toMatchObject({ is_active: false, tokens: 0 });
  });

  it('report an unknown account, and one that is not disabled', async () => {
    const unknown = { code: 1, output: '', errors: 'No such user: look up the username with user list.\n' };
    expect(await line.lectern('user', 'promote', 'ada')).toEqual(unknown);
    expect(await line.lectern('user', 'enable', 'grace')).toEqual(unknown);
    expect(await line.lectern('user', 'list', '--disabled', '--json')).toMatchObject({
      output: expect.stringContaining('"username": "ada"'),
    });
    expect((await line.lectern('user', 'enable', 'ada')).code).toBe(0);
    expect(await stored('ada')).toMatchObject({ is_active: true });
  });
});

describe('user random-avatar', () => {
  const avatarOf = async (username: string) => {
    const { rows } = await line.database.pool.query<{ hash: string | null }>(
      'select random_avatar_hash as hash from users where username = $1',
      [username],
    );
    return rows[0]?.hash;
  };

  it('assigns a random avatar, which stays until it is removed', async () => {
    const random = { code: 0, output: 'The avatar hash of ADA is random.\n', errors: '' };
    expect(await line.lectern('user', 'random-avatar', 'ADA')).toEqual(random);
    const first = await avatarOf('ada');
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(await line.lectern('user', 'random-avatar', 'ADA')).toEqual(random);
    expect([await avatarOf('ada'), await avatarOf('grace')]).toEqual([first, null]);

    expect(await line.lectern('user', 'random-avatar', 'ada', '--off')).toEqual({
      code: 0,
      output: 'The avatar hash of ada is the MD5 of the e-mail address.\n',
      errors: '',
    });
    expect(await avatarOf('ada')).toBeNull();
    expect((await line.lectern('user', 'random-avatar', 'nobody')).code).toBe(1);
  });
});

describe('user password', () => {
  it('prints a new password and nothing else, and ends all tokens', async () => {
    await giveToken('ada');
    const { code, output, errors } = await line.lectern('user', 'password', 'Ada', '--yes');
    expect([code, output, errors]).toEqual([0, expect.stringMatching(/^[\w-]{16}\n$/), '']);
    const { password_hash: hash = '', tokens } = (await stored('ada')) ?? {};
    expect([tokens, (await verifyPassword(hash, output.trim())).ok]).toEqual([0, true]);
  });

  it('reads one from standard input, and validates it', async () => {
    const set = (input: string) =>
      commandWithInput(['user', 'password', 'ada', '--password-stdin', '--yes'], line.environment, input);
    expect(await set('two rods in the rain\nand more')).toEqual({ code: 0, output: '', errors: '' });
    const good = (await stored('ada'))?.password_hash ?? '';
    expect((await verifyPassword(good, 'two rods in the rain')).ok).toBe(true);
    expect(await set('short')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^The password must have at least \d+ characters\.\n$/),
    });
    expect((await stored('ada'))?.password_hash).toEqual(good);
  });
});
