import type { ServerResponse } from 'node:http';
import { DomainError } from '../../core/errors.js';
import type { Requests } from '../create-context.js';
import { preflight, withCrossOrigin } from '../cross-origin.js';
import { jsonReply } from '../fixed-document.js';
import { assetOf, secretUrlHeaders, serveFiles, textOf, type PageRequest } from '../pages/page-file.js';
import { isRead, send, type Reply } from '../send.js';
import { authorize } from './authorize.js';
import { errorPage, type PageSettings } from './login-page.js';
import { metadataOf, paths } from './metadata.js';
import { tokenError } from './client-form.js';
import { revoke } from './revoke.js';
import { exchangeToken } from './token.js';

export interface LoginParts {
  readonly requests: Requests;
  readonly productName: string;
  /** Base URL of the pages for people; undefined: the service itself. */
  readonly websiteUrl: string | undefined;
}

type Next = (error?: unknown) => void;

/** A request at one of the endpoints. */
interface EndpointRequest {
  readonly request: PageRequest;
  readonly origin: string;
  readonly settings: PageSettings;
  readonly requests: Requests;
}

interface LoginEndpoint {
  /** Accepted methods. */
  readonly methods: readonly string[];
  /** Whether scripts of other origins may call it. */
  readonly isCrossOrigin: boolean;
  readonly respond: (request: EndpointRequest) => Promise<Reply>;
  readonly render: (status: number, problem: string, settings: PageSettings) => Reply;
}

const contextOf = ({ request, origin, requests }: EndpointRequest) =>
  // A token in the request has no meaning here.
  requests.contextOf(request, { token: null, origin, maxPageSize: 1, isReadOnly: isRead(request) });

const renderJson = (status: number, problem: string): Reply => tokenError('invalid_request', problem, status);

const endpoints: ReadonlyMap<string, LoginEndpoint> = new Map<string, LoginEndpoint>([
  [
    paths.authorize,
    {
      methods: ['GET', 'HEAD', 'POST'],
      isCrossOrigin: false,
      respond: async (exchange) => authorize({ ...exchange, context: await contextOf(exchange) }),
      render: errorPage,
    },
  ],
  [
    paths.token,
    {
      methods: ['POST', 'OPTIONS'],
      isCrossOrigin: true,
      respond: async (exchange) => exchangeToken(exchange.request, await contextOf(exchange)),
      render: renderJson,
    },
  ],
  [
    paths.revocation,
    {
      methods: ['POST', 'OPTIONS'],
      isCrossOrigin: true,
      respond: async (exchange) => revoke(exchange.request, await contextOf(exchange)),
      render: renderJson,
    },
  ],
  [
    paths.metadata,
    {
      methods: ['GET', 'HEAD', 'OPTIONS'],
      isCrossOrigin: true,
      respond: async ({ origin }) => jsonReply({ status: 200, body: metadataOf(origin) }),
      render: renderJson,
    },
  ],
]);

/** Serves the login of public clients, by the authorization code flow with PKCE. */
export function loginEndpoints({
  requests,
  productName,
  websiteUrl,
}: LoginParts): (request: PageRequest, response: ServerResponse, next: Next) => void {
  return (request, response, next) => {
    const endpoint = endpoints.get(request.path);
    if (!endpoint) return next();
    const origin = requests.originOf(request);
    const settings = { productName, website: websiteUrl ?? origin ?? '' };
    replyOf(endpoint, { request, origin, settings, requests })
      .then((reply) => send(request, response, endpoint.isCrossOrigin ? withCrossOrigin(reply) : reply))
      .catch(next);
  };
}

async function replyOf(
  endpoint: LoginEndpoint,
  exchange: Omit<EndpointRequest, 'origin'> & { readonly origin: string | null },
): Promise<Reply> {
  const { request, origin, settings } = exchange;
  const { methods, isCrossOrigin, respond, render } = endpoint;
  const allow = methods.join(', ');
  if (!methods.includes(request.method ?? '')) {
    const reply = render(405, 'The method is not supported.', settings);
    return { ...reply, headers: { ...reply.headers, Allow: allow } };
  }
  if (isCrossOrigin && request.method === 'OPTIONS') return preflight(allow);
  if (origin === null) return render(400, 'The service is not reachable under this host name.', settings);
  try {
    return await respond({ ...exchange, origin });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') throw error;
    const reply = render(503, 'The service is unavailable. Please try again in a few seconds.', settings);
    return { ...reply, headers: { ...reply.headers, 'Retry-After': '2' } };
  }
}

/** Serves what the pages of the service need to log in: `session.js`, and the page to which the login returns. */
export const loginFiles = () =>
  serveFiles(
    new Map([
      ['/login', () => ({ body: Buffer.from(textOf('login/callback.html')), headers: secretUrlHeaders })],
      ['/pages/login.js', assetOf('scripts/login.js')],
      ['/pages/session.js', assetOf('scripts/session.js')],
    ]),
  );
