import { unbuilt } from '../route.js';

/** Contract §2 and §3.11: tokens, applications, social login, contact. */
export const tokenRoutes = [
  unbuilt('POST /v2.1/token'),
  unbuilt('GET /v2.1/token'),
  unbuilt('GET /v2.1/token/:tokenId'),
  unbuilt('DELETE /v2.1/token/:tokenId'),
  unbuilt('GET /v2.1/applications'),
  unbuilt('POST /v2.1/applications'),
  unbuilt('GET /v2.1/applications/:applicationId'),
  unbuilt('PUT /v2.1/applications/:applicationId'),
  unbuilt('DELETE /v2.1/applications/:applicationId'),
  unbuilt('POST /v2.1/contact'),
  unbuilt('POST /v2.1/twitter/request_token'),
  unbuilt('POST /v2.1/twitter/token'),
  unbuilt('POST /v2.1/facebook/token'),
];
