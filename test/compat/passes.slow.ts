import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checks } from '../../compat/checks/index.js';
import { differences } from '../../compat/differences.js';
import { asTable, type Report, type Result } from '../../compat/report.js';
import { runCompat } from '../../compat/run.js';
import lines from '../fixtures/contract-section-7.json' with { type: 'json' };
import { spawnLectern, type Ended } from '../support/process.js';
import { startFront, type Front, type Wire } from './front.js';
import { original } from './original.js';
import { startWorld, type World } from './world.js';

const MAIN = fileURLToPath(new URL('../../compat/main.js', import.meta.url));
/** Lines of contract §7.1 about responses to writes, which a read-only client cannot check. */
const ABOUT_WRITES = [7, 8, 13, 14, 16];

describe('npm run compat', () => {
  let world: World;
  let front: Front;
  beforeAll(async () => {
    world = await startWorld();
    front = await startFront(world.service.base);
  });
  afterEach(() => {
    front.change = {};
  });
  afterAll(async () => {
    await front.stop();
    await world.service.stop();
  });

  const run = (base: string, acceptsOriginal = false): Promise<Report> => {
    const settings = { original: acceptsOriginal, sample: 3, concurrency: 4, pause: 0, timeout: 30_000 };
    return runCompat({ ...settings, base, token: world.token }, () => undefined);
  };
  const command = (...words: string[]): Promise<Ended> =>
    spawnLectern(process.execPath, [MAIN, '--pause', '0', ...words], {}).ended;

  it('reports no failure for Lectern, and can check every line', async () => {
    const report = await run(world.service.base);
    expect(failuresOf(report)).toEqual([]);
    expect(report.results.filter(({ outcome }) => outcome === 'not seen').map(({ title }) => title)).toEqual([]);
  });

  it('reports a token that is invalid', async () => {
    const errors = async (token: string) =>
      (await command('--base', world.service.base, '--sample', '1', '--token', token)).errors;
    expect(await errors('nobodys')).toContain(`${world.service.base} does not accept the token: has it expired?\n`);
    expect(await errors(world.token)).not.toContain('the token');
  });

  it('accepts the behaviour of the original with --original only', async () => {
    front.change = original;
    const accepting = await run(front.base, true);
    expect(failuresOf(accepting)).toEqual([]);
    const excused = accepting.results.filter(({ asTheOriginal }) => asTheOriginal.length > 0);
    const strict = await run(front.base);
    const failed = strict.results.filter(({ outcome }) => outcome === 'FAILED').map(({ title }) => title);
    expect(failed).toEqual(excused.map(({ title }) => title));
    expect(new Set(excused.flatMap(({ asTheOriginal }) => asTheOriginal)).size).toBeGreaterThanOrEqual(20);
  });

  it('detects a server in legacy mode, and accepts only its name of social events', async () => {
    const social = (word: string) => ({
      answers: (wire: Wire) => void (wire.text = wire.text.replaceAll('"Social"', `"${word}"`)),
    });
    front.change = social('Social event');
    const report = await run(front.base);
    expect([report.legacyMode, failuresOf(report)]).toEqual([true, []]);
    expect(asTable(report)).toContain(`${front.base} (v2.1, legacy mode): `);
    front.change = social('Party');
    const other = await run(front.base);
    expect([other.legacyMode, failuresOf(other).length > 0]).toEqual([false, true]);
  });

  it('requests a server whose links have another origin, and sends the token to no other host', async () => {
    front.change = {
      answers: (wire) => {
        wire.text = wire.text.replaceAll(front.base, 'https://api.example.org');
      },
    };
    const report = await run(front.base);
    expect([report.links, failuresOf(report)]).toEqual(['https://api.example.org', []]);
  });

  it('prints a table or JSON, and exits with 0 if nothing failed', async () => {
    const { code, output, errors } = await command('--base', world.service.base, '--sample', '1');
    expect(code).toBe(0);
    expect(output).toMatch(/^ok {8}1\.6, 7\.1\.1 +meta is the last member {2}\(\d+\)$/m);
    expect(output).toMatch(/^not seen {2}2\.3 +token: its members are present\n {10}needs a token, none found$/m);
    expect(output).toMatch(/ \(v2\.1\): \d+ ok, 0 FAILED, \d+ not seen\n$/);
    expect(errors).toMatch(/^Crawling /);
    const told = await command('--base', world.service.base, '--sample', '1', '--json');
    expect(told.code).toBe(0);
    expect((JSON.parse(told.output) as Report).results).toHaveLength(checks.length);
  });

  it('prints the check, the URL and the member, and exits with 1 if a check failed', async () => {
    front.change = {
      answers: (wire) => void (wire.text = wire.text.replaceAll('"comments_enabled":1', '"comments_enabled":true')),
    };
    const { code, output } = await command('--base', front.base, '--sample', '1');
    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAILED {4}1\.8, 7\.1\.1 +flags are the numbers 0 and 1 {2}\(\d+ of \d+\)\n {10}http\S+ {2}events\[\d+\]\.comments_enabled: got true, expected the number 0 or 1$/m,
    );
    expect(output).toMatch(/ 1 FAILED, /);
  });

  it('exits with 1 if the server does not respond, and with 2 on wrong usage', async () => {
    const gone = await startFront(world.service.base);
    await gone.stop();
    const unreachable = await command('--base', gone.base);
    expect([unreachable.code, unreachable.output, unreachable.errors]).toEqual([
      1,
      '',
      expect.stringMatching(/no response: .*ECONNREFUSED/),
    ]);
    for (const words of [
      [],
      ['--base', 'example.org'],
      ['--base', 'http://127.0.0.1/api'],
      ['--base', 'http://127.0.0.1', '--sample', '0'],
    ]) {
      expect([words, (await command(...words)).code]).toEqual([words, 2]);
    }
    expect((await command('--help')).code).toBe(0);
  });
});

const failuresOf = ({ results, ...report }: Report): string[] =>
  results
    .filter(({ outcome }) => outcome === 'FAILED')
    .map((result: Result) => asTable({ ...report, results: [result] }));

describe('The checks', () => {
  it('cover each line of contract §7.1 that a read-only client can observe', () => {
    const named = new Set(checks.flatMap(({ sections }) => sections.match(/7\.1\.\d+/g) ?? []));
    const visible = lines['7.1'].map((_, index) => index + 1).filter((number) => !ABOUT_WRITES.includes(number));
    expect([...named].sort()).toEqual(visible.map((number) => `7.1.${number}`).sort());
  });

  it('have unique titles, and every difference of the original refers to one of them', () => {
    const titles = checks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(differences.filter(({ of }) => !titles.some((title) => of.test(title)))).toEqual([]);
  });
});
