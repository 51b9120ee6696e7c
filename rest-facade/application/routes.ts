import * as operations from '../operations/documents.generated.js';
import { applicationBody, applicationReplacementBody } from './body.js';
import { listVariables } from '../read/list.js';
import { route } from '../route.js';
import { applicationRecord } from './record.js';
import { writtenApplication } from './reply.js';
import { pageOf, recordOf } from '../shape/envelope.js';
import { unstored } from '../shape/unstored.js';
import { changed } from '../shape/written.js';

const login = 'You must be logged in';
const missing = 'No application found';

/** Applications (`clients` in v2.1): contract §2.4. */
export const applicationRoutes = [
  route('GET /v2.1/applications', {
    operation: operations.ApplicationsDocument,
    variables: listVariables,
    reply: (data, request) => unstored(pageOf('clients', data.applications, applicationRecord, request, data)),
    login,
  }),
  route('POST /v2.1/applications', {
    operation: operations.RegisterApplicationDocument,
    variables: (request) => ({ input: applicationBody(request), verbose: false }),
    reply: (data, request) => writtenApplication(data.registerApplication, request),
    login,
  }),
  route('GET /v2.1/applications/:applicationId', {
    operation: operations.ApplicationDocument,
    variables: ({ params, verbose }) => ({ id: params.applicationId, verbose }),
    reply: (data, request) =>
      unstored(recordOf('clients', data.application, applicationRecord, missing, request, data)),
    login,
  }),
  route('PUT /v2.1/applications/:applicationId', {
    operation: operations.ReplaceApplicationDocument,
    variables: (request) => ({
      input: { ...applicationReplacementBody(request), applicationId: request.params.applicationId },
      verbose: false,
    }),
    reply: (data, request) => writtenApplication(data.replaceApplication, request),
    login,
  }),
  route('DELETE /v2.1/applications/:applicationId', {
    operation: operations.DeleteApplicationDocument,
    variables: ({ params }) => ({ input: { applicationId: params.applicationId } }),
    reply: (_, { links }) => changed(links.applications()),
    login,
  }),
];
