import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { countsOf, createHosting, uploadSchedule } from './upload.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('Imports of one account wait for each other, a few at a time', async () => {
  const { event, host } = await createHosting(service);
  const upload = (file: string) => uploadSchedule(service, host, { eventId: event, dryRun: true }, file);
  const file = 'title,start\nTalk,2026-06-01 10:00';
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(file)));
  expect(answers.map(({ errors }) => errors.map(({ extensions: { code } }) => code)).sort()).toEqual([
    ...Array(4).fill([]),
    ...Array(4).fill(['UNAVAILABLE']),
  ]);
  const [refused] = answers.flatMap(({ errors }) => errors);
  expect(refused?.extensions).toMatchObject({ problems: [{ reason: 'IMPORTS_BUSY' }], retryAfter: 10 });
  expect(countsOf(await upload(file))).toEqual([[1, 0, 0, 0, 0, 0], []]);
});
