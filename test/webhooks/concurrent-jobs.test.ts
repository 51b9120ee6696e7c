import { expect, it, jest } from '@jest/globals';
import type { PgBoss } from 'pg-boss';
import pino from 'pino';
import { startConcurrentJobs } from '../../src/adapters/jobs/concurrent-jobs.js';
import { eventually } from '../support/process.js';

it('queued jobs run although the preparation fails', async () => {
  const waiting = [{ id: '1', name: 'webhook', data: {}, createdOn: new Date(), retryCount: 0, retryLimit: 1 }];
  const boss = { fetch: () => Promise.resolve(waiting.splice(0)), deleteJob: () => Promise.resolve() };
  const runner = {
    ...{ boss: boss as unknown as PgBoss, log: pino({ level: 'silent' }), throttled: () => undefined },
    db: { executeSql: () => Promise.resolve({ rows: [] }) },
    stopping: new AbortController().signal,
  };
  const work = jest.fn(() => Promise.resolve());
  const onError = jest.fn();
  const failure = new Error('A change cannot be dispatched');
  const stop = startConcurrentJobs(runner, { queue: 'webhook', work, prepare: () => Promise.reject(failure) }, onError);
  await eventually(() => onError.mock.calls.length >= 2);
  await stop();
  expect(work).toHaveBeenCalledTimes(1);
  expect(onError).toHaveBeenCalledWith(failure);
});
