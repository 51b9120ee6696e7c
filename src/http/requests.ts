import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';
import type { Context } from '../core/context.js';
import { createContext, type ContextRequest, type ContextSources } from './create-context.js';
import { clientOf } from './client.js';
import { createNetworkCheck } from '../config/networks.js';
import { originOf } from './origin.js';
import { recordViewer } from '../telemetry/request/track-requests.js';

/** Derives the origin and the context of a request. */
export interface Requests {
  /** Scheme, host and port under which the client reached the service; null for an unknown `Host`. */
  readonly originOf: (request: Pick<IncomingMessage, 'headers'>) => string | null;
  readonly contextOf: (request: IncomingMessage, asked: Omit<ContextRequest, 'client'>) => Promise<Context>;
}

export function createRequests(config: Config, sources: ContextSources): Requests {
  const originOfRequest = ({ headers }: Pick<IncomingMessage, 'headers'>) => originOf(headers.host, config);
  const speaksForVisitors = createNetworkCheck(config.forwardedFrom);
  const contextOf: Requests['contextOf'] = async (request, asked) => {
    const { headers, socket } = request;
    const { trustedProxies, proxyHeader } = config;
    const client = clientOf(headers, socket.remoteAddress, trustedProxies, proxyHeader, speaksForVisitors);
    return recordViewer(await createContext(sources, { ...asked, client }));
  };
  return {
    originOf: originOfRequest,
    contextOf,
  };
}
