import { afterEach, describe, expect, it } from '@jest/globals';
import { linesOf } from '../logs/log-lines.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { startProcess } from '../support/process.js';

afterEach(cleanUp);

const SENTENCE = 'SMTP_URL is not set: mails become files in DATA_DIR/mail and reach no recipient.';

async function start(environment: Record<string, string>) {
  const production = { NODE_ENV: 'production', BASE_URL: 'http://localhost:8080', SECRET_KEY: 'x'.repeat(32) };
  const service = await startProcess({ DATA_DIR: await dataFolder(), ...production, ...environment });
  const bodies = await Promise.all(
    ['/ready', '/ready/writes', '/live'].map(async (path) => {
      const response = await fetch(service.adminBase + path);
      return `${response.status} ${await response.text()}`;
    }),
  );
  const warnings = linesOf(service).filter(({ level, msg }) => level === 40 && String(msg).includes('SMTP_URL'));
  return { bodies, warnings: warnings.map(({ msg }) => msg) };
}

describe('a service without a mail server', () => {
  it.each(['1', '2'])('in production is ready, and says once what is missing (WORKERS=%s)', async (WORKERS) => {
    expect(await start({ WORKERS })).toEqual({
      bodies: [`200 ready\ndegraded: ${SENTENCE}\n`, `200 ready\ndegraded: ${SENTENCE}\n`, '200 live\n'],
      warnings: [SENTENCE],
    });
  });

  it.each([
    ['with SMTP_URL', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['outside production', { NODE_ENV: 'development' }],
  ])('does not say so %s', async (_, environment) => {
    expect(await start({ WORKERS: '1', ...environment })).toEqual({
      bodies: ['200 ready\n', '200 ready\n', '200 live\n'],
      warnings: [],
    });
  });
});
