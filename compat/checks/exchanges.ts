import { looked, status, type Check, type Sighting } from '../check.js';
import type { Exchange } from '../client.js';
import type { Visit } from '../visit.js';

const isRead = ({ method }: Exchange) => method === 'GET' || method === 'PATCH';
const isJson = (exchange: Exchange) => isRead(exchange) && exchange.form === 'json' && exchange.status > 0;
const isError = ({ status: code }: Exchange) => code >= 400;

/** Asserts a header. */
function header({ url, headers }: Exchange, name: string, right: RegExp, wanted: string): Sighting {
  const value = headers.get(name);
  return looked(url, name, right.test(value ?? ''), value, wanted);
}

/** Requirements on all responses of the run, including errors. */
const table: readonly (Omit<Check, 'look'> & {
  readonly of: (exchange: Exchange) => boolean;
  readonly sees: (exchange: Exchange) => Sighting;
})[] = [
  {
    sections: '1.7',
    title: 'every request is answered, without a server error',
    needs: 'a response',
    of: () => true,
    sees: ({ url, status: code, text }) =>
      looked(url, 'status', code > 0 && code < 500, `${code} ${text}`, 'a status below 500'),
  },
  {
    sections: '1.2, 7.1.5',
    title: 'Content-Type is exactly application/json; charset=utf8',
    needs: 'a JSON response',
    of: isJson,
    sees: (exchange) =>
      header(exchange, 'Content-Type', /^application\/json; charset=utf8$/, 'application/json; charset=utf8'),
  },
  {
    sections: '1.3',
    title: 'Access-Control-Allow-Origin is * on every response, including errors',
    needs: 'a JSON response',
    of: (exchange) => isRead(exchange) && exchange.form !== 'page' && exchange.status > 0,
    sees: (exchange) => header(exchange, 'Access-Control-Allow-Origin', /^\*$/, '*'),
  },
  {
    sections: '1.7, 7.1.2',
    title: 'an error is an array with exactly one string',
    needs: 'an error',
    of: (exchange) => isJson(exchange) && isError(exchange),
    sees: ({ url, body, text }) =>
      looked(
        url,
        'body',
        Array.isArray(body) && body.length === 1 && typeof body[0] === 'string',
        body ?? text,
        '["…"]',
      ),
  },
  {
    sections: '1.3',
    title: 'a 401 carries WWW-Authenticate: Bearer',
    needs: 'a response with status 401',
    of: (exchange) => exchange.status === 401,
    sees: (exchange) => header(exchange, 'WWW-Authenticate', /^Bearer realm="[^"]*"/, 'Bearer realm="…"'),
  },
  {
    sections: '1.1',
    title: 'a 405 lists the methods in Allow',
    needs: 'a response with status 405',
    of: (exchange) => exchange.status === 405,
    sees: (exchange) => header(exchange, 'Allow', /^[A-Z]+(, [A-Z]+)*$/, 'GET, …'),
  },
];

export const exchangeChecks: readonly Check[] = [
  {
    sections: '1.10',
    title: 'every link of a record resolves',
    needs: 'a record with links',
    look: ({ documents }: Visit) => documents.map(({ exchange }) => status(exchange, 200)),
  },
  ...table.map(({ of, sees, ...check }) => ({
    ...check,
    look: ({ client }: Visit) => client.exchanges.filter(of).map(sees),
  })),
];
