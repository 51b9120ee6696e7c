import type { Express, Request } from 'express';
import {
  createFacade,
  exposedHeaders,
  OPENAPI_PATH,
  openapi,
  serveFacade,
  writeFault,
  writePreflight,
} from '../../../rest-facade/index.js';
import type { ExecuteStored } from '../../../schema/stored-execution.js';
import type { KeptAnswers } from '../../http/cache/keep-answers.js';
import type { Config } from '../../config/config.js';
import type { Context } from '../../core/context.js';
import { parseDate } from '../../core/date/tolerant-date.js';
import { bodyBytes } from '../../http/body-bytes.js';
import { refuseLargeBodies } from '../../http/body-size.js';
import { crossOrigin } from '../../http/cross-origin.js';
import { errorHandler, type Faults } from '../../http/error-answers.js';
import { refuseHeavyJson } from '../../http/json-size.js';
import { answerAlways } from '../../http/named-operations.js';
import { send } from '../../http/send.js';
import { rateLimitHeaders } from '../../adapters/limits/rate-limit-headers.js';
import { refineRoute, recordRoute } from '../../telemetry/request/track-requests.js';
import type { Repeats } from '../../http/idempotency/repeats.js';
import type { Requests } from '../../http/requests.js';
import type { Clock } from '../../core/date/clock.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';

/** Dependencies of the v2.1 endpoint. */
interface FacadeDoor {
  readonly config: Config;
  readonly execute: ExecuteStored;
  readonly requests: Pick<Requests, 'contextOf' | 'originOf'>;
  readonly kept: Pick<KeptAnswers, 'keep' | 'conditions'>;
  readonly repeats: Repeats;
  readonly clock: Pick<Clock, 'now'>;
  readonly faults: Faults;
}

/** Headers of the OpenAPI document, which is readable from any origin. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  Vary: 'Accept-Encoding',
};
const REFUSAL = ['Method not supported'];

async function readBody(request: Request): Promise<Uint8Array> {
  const bytes = await bodyBytes(request);
  refuseHeavyJson(request.headers, bytes);
  return bytes;
}

/** Mounts the v2.1 API. It handles every request that no earlier handler matched. */
export function hangFacade(
  app: Express,
  { config, execute, requests, kept, repeats, clock, faults }: FacadeDoor,
): void {
  const { contextOf, originOf } = requests;
  const facade = createFacade(
    async (operation, variables, context: Context) => {
      const outcome = await execute(operation, variables, context);
      return { ...outcome, headers: rateLimitHeaders(context.limitStates) };
    },
    (token, origin, { express: request }) => contextOf(request, { token, origin, maxPageSize: config.maxResults }),
    {
      productName: config.productName,
      websiteUrl: config.websiteUrl,
      maxResults: config.maxResults,
      socialTalkType: config.socialTalkType,
      legacySubmission: config.legacySubmission,
      legacyCompatibility: config.legacyCompatibility,
      isDate: (text) => parseDate(text, 'UTC', clock.now()) !== null,
      deprecations: config.deprecations,
    },
    (_request, pattern) => refineRoute(pattern),
    kept.keep,
    kept.conditions,
    repeats,
  );
  app.all(OPENAPI_PATH, crossOrigin(headers, writePreflight('GET, HEAD, OPTIONS')), answerAlways(openapi, REFUSAL));
  app.use(recordRoute(OTHER), refuseLargeBodies, serveFacade(facade, originOf, send, readBody));
  app.use(
    errorHandler(faults, (answer, requestId, { method = '', url = '', headers }) => {
      const asked = { method, url, accept: headers.accept, origin: originOf({ headers }), requestId };
      return writeFault({ ...asked, productName: config.productName }, answer);
    }),
  );
}
