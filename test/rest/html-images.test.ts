import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';
import { tagsOf } from './page.js';

const HOST = 'https://images.example.org';
const asBrowser = { headers: { Accept: 'text/html' } };

let services: TestService[] = [];
beforeAll(async () => {
  services = [await startService(), await startService({ IMAGE_BASE_URL: `${HOST}/lectern` })];
  for (const { database } of services) {
    const stored = (kind: string, location: string, pixels: number) => ({
      ...{ kind, location, width: pixels, height: pixels },
    });
    await make.createEvent(database.pool, {
      slug: 'days',
      images: JSON.stringify([stored('ORIGINAL', 'a-orig.png', 480), stored('SMALL', 'a-small.png', 140)]),
    });
    await make.createEvent(database.pool, {
      images: JSON.stringify([stored('SMALL', 'https://old.example.org/"onload="x.png', 140)]),
    });
  }
});
afterAll(async () => {
  for (const service of services) await service.stop();
});

const imagesOf = ({ text }: Answer) =>
  tagsOf(text)
    .filter(({ name }) => name === 'img')
    .map(({ attributes }) => attributes);
/** Sources of images that the policy of a page admits. */
const sourcesOf = ({ headers }: Answer) => /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

describe.each([
  ['the service itself', () => services[0]!, () => `${services[0]?.base}/images`, () => services[0]?.base],
  ['another host (IMAGE_BASE_URL)', () => services[1]!, () => `${HOST}/lectern`, () => HOST],
])('images of %s', (_, service, folder, origin) => {
  it('are visible in format=html, and alone admitted by its policy', async () => {
    for (const path of ['/v2.1/events/1/images', '/v2.1/events/1?verbose=yes']) {
      const answer = await ask(service(), path, asBrowser);
      expect(imagesOf(answer)).toEqual([
        { src: `${folder()}/a-orig.png`, alt: 'Event image, orig', width: '480', height: '480', loading: 'lazy' },
        { src: `${folder()}/a-small.png`, alt: 'Event image, small', width: '140', height: '140', loading: 'lazy' },
      ]);
      expect(sourcesOf(answer)).toBe(`data: ${origin()}`);
    }
    expect(sourcesOf(await ask(service(), '/v2.1/events/1/tracks', asBrowser))).toBe('data:');
  });

  it('are visible on the page of the event, and admitted by its policy', async () => {
    const answer = await ask(service(), '/event/days', asBrowser);
    expect(answer.text).toContain(`src="${folder()}/a-orig.png"`);
    expect(sourcesOf(answer)).toBe(origin() === service().base ? "'self'" : `'self' ${HOST}`);
  });
});

it('an imported address is escaped, and adds nothing but its origin to the policy', async () => {
  const answer = await ask(services[0]!, '/v2.1/events/2/images', asBrowser);
  expect(imagesOf(answer)).toMatchObject([{ src: 'https://old.example.org/"onload="x.png' }]);
  expect(sourcesOf(answer)).toBe('data: https://old.example.org');
});
