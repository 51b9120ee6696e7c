import * as operations from '../../operations/documents.generated.js';
import type { RegisterApplicationMutation } from '../../operations/documents.generated.js';
import { listVariables } from '../../wire/paging.js';
import {
  changed,
  createdRecordResponse,
  page,
  replying,
  single,
  unstored,
  type Replying,
  empty,
} from '../../table/replies.js';
import { route } from '../../table/route.js';
import { recordOf } from '../../wire/envelope.js';
import { applicationBody, applicationReplacementBody, applicationRecord } from './record.js';

const login = 'You must be logged in';
const missing = 'No application found';

type Written = RegisterApplicationMutation['registerApplication'];

/** Response to POST and PUT of an application: 201, its URL and its record (contract §2.4). */
const written = <Data>(location: string, select: (data: Data) => Written): Replying<Data> =>
  replying([createdRecordResponse('clients', 'Application', location)], (data, request) => {
    const { application, viewer } = select(data);
    const { body } = recordOf(
      'clients',
      application,
      applicationRecord,
      missing,
      { ...request, verbose: false },
      { viewer },
    );
    return { ...empty(201, request.links.application(application.id)), body };
  });

/** Applications (`clients` in v2.1): contract §2.4. */
export const applicationRoutes = [
  route('GET /v2.1/applications', operations.ApplicationsDocument, {
    summary: 'List your applications',
    variables: listVariables,
    reply: unstored(page('clients', applicationRecord, ({ applications }) => applications)),
    login,
  }),
  route('POST /v2.1/applications', operations.RegisterApplicationDocument, {
    summary: 'Register an application',
    body: applicationBody.membersOf('RegisterApplicationInput'),
    variables: (request) => ({ input: applicationBody(request), verbose: false }),
    reply: written(
      'The application; `verbose=yes` includes its secret.',
      ({ registerApplication }) => registerApplication,
    ),
    login,
  }),
  route('GET /v2.1/applications/:applicationId', operations.ApplicationDocument, {
    summary: 'Get one of your applications',
    variables: ({ params, verbose }) => ({ id: params.applicationId, verbose }),
    reply: unstored(single('clients', applicationRecord, missing, ({ application }) => application)),
    login,
  }),
  route('PUT /v2.1/applications/:applicationId', operations.ReplaceApplicationDocument, {
    summary: 'Replace an application',
    body: applicationReplacementBody.membersOf('ReplaceApplicationInput'),
    variables: (request) => ({
      input: { ...applicationReplacementBody(request), applicationId: request.params.applicationId },
      verbose: false,
    }),
    reply: written('The application.', ({ replaceApplication }) => replaceApplication),
    login,
  }),
  route('DELETE /v2.1/applications/:applicationId', operations.DeleteApplicationDocument, {
    summary: 'Delete an application',
    variables: ({ params }) => ({ input: { applicationId: params.applicationId } }),
    reply: changed('Your applications.', (_, { links }) => links.applications()),
    login,
  }),
];
