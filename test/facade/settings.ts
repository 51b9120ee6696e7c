import type { FacadeSettings } from '../../rest-facade/index.js';
import { Links } from '../../rest-facade/wire/links.js';
import { WireFields } from '../../rest-facade/wire/fields.js';
import { readPaging } from '../../rest-facade/wire/paging.js';
import { WireQuery } from '../../rest-facade/wire/query.js';
import type { WireRequest } from '../../rest-facade/wire/request.js';

export const settings: FacadeSettings = {
  productName: 'Lectern',
  websiteUrl: undefined,
  maxResults: 100,
  socialTalkType: 'Social',
  legacySubmission: false,
  legacyCompatibility: false,
  deprecations: [],
};

/** A request without a file. */
export async function* noFile(): AsyncGenerator<Uint8Array> {}

/** A request as rows receive it, built from its query string. */
export function wireRequest(search = '', changes: Partial<WireRequest> = {}): WireRequest {
  const query = WireQuery.parse(search);
  return {
    path: '/v2.1/things',
    params: {},
    query,
    fields: new WireFields(query, {}),
    upload: noFile,
    paging: readPaging(query, settings.maxResults),
    verbose: query.text('verbose') === 'yes',
    now: Date.parse('2026-07-01T12:00:00Z') / 1000,
    links: new Links('http://api.test', undefined),
    settings,
    ...changes,
  };
}
