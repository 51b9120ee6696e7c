import { compared, looked, status, type Check } from '../check.js';
import { isObject } from '../value-types.js';

/** Links of the landing page in order, relative to the origin (spec §1, contract §3.1). */
const LINKS = {
  events: '/v2.1/events',
  'hot-events': '/v2.1/events?filter=hot',
  'upcoming-events': '/v2.1/events?filter=upcoming',
  'past-events': '/v2.1/events?filter=past',
  'open-cfps': '/v2.1/events?filter=cfp',
};

export const landingChecks: readonly Check[] = [
  {
    sections: '3.1',
    title: 'the landing page has its five links, in order',
    needs: 'a landing page',
    *look({ landing, origin }) {
      const { url, body } = landing;
      yield status(landing, 200);
      const links = isObject(body) ? body : {};
      const names = Object.keys(LINKS);
      yield compared(url, 'body', Object.keys(links).slice(0, names.length), names);
      for (const [name, path] of Object.entries(LINKS)) yield compared(url, name, links[name], origin + path);
    },
  },
  {
    sections: '3.1',
    title: 'the landing page has no meta for anonymous callers',
    needs: 'a landing page',
    *look({ landing: { url, body } }) {
      if (isObject(body)) yield looked(url, 'meta', !('meta' in body), body['meta'], 'nothing');
    },
  },
  {
    sections: '1.1',
    title: '/, /v2.1 and /v2.1/ are the same landing page',
    needs: 'a landing page',
    async *look({ client, landing }) {
      for (const path of ['/', '/v2.1/']) {
        const answer = await client.ask(path);
        yield compared(answer.url, 'body', answer.body ?? answer.text, landing.body);
      }
    },
  },
];
