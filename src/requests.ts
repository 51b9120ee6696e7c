import type { IncomingMessage } from 'node:http';
import { bearerToken } from './auth.js';
import type { Config } from './config.js';
import type { Context } from './context.js';
import { createContext, type ContextRequest, type ContextSources } from './contexts.js';
import { fail } from './errors.js';
import { clientOf } from './http/client.js';
import { originOf } from './http/origin.js';
import { askedBy } from './request/watch.js';

/** What the service makes of a request before anything is done for it. */
export interface Requests {
  /** Scheme, host and port by which the client reached the service; null when its `Host` is none of ours. */
  readonly originOf: (request: Pick<IncomingMessage, 'headers'>) => string | null;
  readonly contextOf: (request: IncomingMessage, asked: Omit<ContextRequest, 'client'>) => Promise<Context>;
  /** @throws DomainError INVALID when its headers cannot be read */
  readonly graphContext: (request: IncomingMessage, maxPageSize: number) => Promise<Context>;
}

export function createRequests(config: Config, sources: ContextSources): Requests {
  const originOfRequest = ({ headers }: Pick<IncomingMessage, 'headers'>) => originOf(headers.host, config);
  const contextOf: Requests['contextOf'] = async (request, asked) => {
    const { headers, socket } = request;
    const client = clientOf(headers, socket.remoteAddress, config.trustedProxies, config.proxyHeader);
    return askedBy(await createContext(sources, { ...asked, client }));
  };
  return {
    originOf: originOfRequest,
    contextOf,
    async graphContext(request, maxPageSize) {
      const origin = originOfRequest(request);
      if (origin === null) throw fail('INVALID', 'HOST_UNKNOWN');
      return contextOf(request, { token: bearerToken(request.headers.authorization), origin, maxPageSize });
    },
  };
}
