import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createRuleCheck } from '../../src/adapters/spam/index.js';
import { spamEnvironment, spamSettings } from '../../src/config/spam.js';
import { threadCpuMs } from '../support/cpu-time.js';

const settingsOf = (variables: Record<string, string>) => spamSettings(z.object(spamEnvironment).parse(variables));

const isSpam = (variables: Record<string, string>, comment: string, authorName?: string): boolean =>
  createRuleCheck(settingsOf(variables))({
    kind: 'contact',
    comment,
    address: '192.0.2.1',
    userAgent: null,
    ...(authorName !== undefined && { authorName }),
  });

describe('the settings of the spam check', () => {
  it('use no service, no words and ten links by default', () => {
    expect(settingsOf({})).toEqual({ akismet: null, words: [], maxLinks: 10 });
  });

  it('are read from the environment', () => {
    const variables = { AKISMET_KEY: 'k', SPAM_WORDS: ' casino,, buy now ,', SPAM_MAX_LINKS: '0' };
    expect(settingsOf(variables)).toEqual({
      akismet: { key: 'k', url: 'https://rest.akismet.com/1.1/comment-check' },
      words: ['casino', 'buy now'],
      maxLinks: 0,
    });
    expect(settingsOf({ AKISMET_KEY: 'k', AKISMET_URL: 'http://127.0.0.1:1/x' }).akismet?.url).toBe(
      'http://127.0.0.1:1/x',
    );
  });

  it.each([{ SPAM_MAX_LINKS: '-1' }, { SPAM_MAX_LINKS: 'ten' }, { AKISMET_URL: 'ftp://example.org' }])(
    'reject %j',
    (variables) => {
      expect(() => settingsOf(variables as Record<string, string>)).toThrow(Object.keys(variables)[0]);
    },
  );
});

describe('the spam rules', () => {
  const SPAM_WORDS = 'casino,cialis,buy now,c++,größe,カジノ';

  it.each([
    ['Visit my CASINO today', true],
    ['casino', true],
    ['Buy\n  now!', true],
    ['I love C++.', true],
    ['Die GRÖSSE und die GRÖßE', true],
    ['ｃａｓｉｎｏ in wide letters', true],
    ['無料 カジノ!', true],
    ['casinos are buildings', false],
    ['Ask a specialist, or a spécialiste; cialisé', false],
    ['Eau décialis', false],
    ['socialis', false],
    ['my_casino7', false],
    ['Buy it now', false],
    ['', false],
  ])('classify %j as spam: %s', (comment, expected) => {
    expect(isSpam({ SPAM_WORDS }, comment)).toBe(expected);
  });

  it('check the name of the author too', () => {
    expect(isSpam({ SPAM_WORDS }, 'Nice talk', 'Best Casino')).toBe(true);
  });

  it('allow some links, and count each link once', () => {
    const links = (count: number) => 'See https://www.example.org/www.html or http://a.example. '.repeat(count / 2);
    expect([isSpam({}, links(10)), isSpam({}, `${links(10)} www.example.org`)]).toEqual([false, true]);
    expect(isSpam({ SPAM_MAX_LINKS: '0' }, 'HTTP://example.org')).toBe(true);
  });

  it('take linear time', async () => {
    const cpuMs = await threadCpuMs(() => {
      isSpam({ SPAM_WORDS: 'a  a  a  a b' }, 'a '.repeat(50_000));
      isSpam({ SPAM_WORDS: 'a b' }, `a${' '.repeat(50_000)}c`);
    });
    expect(cpuMs).toBeLessThan(1_000);
  });
});
