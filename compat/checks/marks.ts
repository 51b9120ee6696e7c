import { looked, type Check } from '../check.js';
import { pathOf } from '../client.js';

const MARKS = [
  ['3.2', 'attending', 'is_attending'],
  ['3.4', 'starred', 'has_starred'],
] as const;

/** Attendance and star of the viewer: contract §3.2, §3.4. */
export const markChecks: readonly Check[] = MARKS.flatMap(([section, path, member]) =>
  [false, true].map((user): Check => ({
    sections: `${section}, 1.8`,
    title: `${path}: ${member} is ${user ? 'true or false for the user' : 'false for anonymous callers, without meta'}`,
    needs: user ? 'a token: --token' : 'a record with such a link',
    *look({ documents }) {
      for (const { exchange, kind, asUser, body } of documents) {
        if (kind !== 'mark' || asUser !== user || exchange.status !== 200) continue;
        if (!pathOf(exchange.url).endsWith(`/${path}`)) continue;
        const value = body[member];
        yield looked(
          exchange.url,
          member,
          user ? typeof value === 'boolean' : value === false,
          value,
          user ? 'true or false' : 'false',
        );
        if (!user) yield looked(exchange.url, 'meta', !('meta' in body), body['meta'], 'nothing');
      }
    },
  })),
);
