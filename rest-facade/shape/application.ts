import type {
  ApplicationRecordFragment,
  AskingFragment,
  RegisterApplicationMutation,
} from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { recordOf } from './envelope.js';
import { verboseOnly } from './verbose.js';

/** The client record of contract §2.4, in its member order; only the verbose form contains the secret. */
export function applicationRecord(application: ApplicationRecordFragment, { links, verbose }: WireRequest) {
  return {
    consumer_key: application.consumerKey,
    created_date: application.createdAt,
    application: application.name,
    description: application.description,
    callback_url: application.callbackUrl,
    ...(verbose && verboseMembers(application)),
    client_uri: links.application(application.id),
  };
}

function verboseMembers({ consumerSecret, ownerId }: ApplicationRecordFragment) {
  return { consumer_secret: verboseOnly(consumerSecret), user_id: Number(verboseOnly(ownerId)) };
}

type Written = RegisterApplicationMutation['registerApplication'];

/** Response to POST and PUT of an application: 201, its URL and its record (contract §2.4). */
export function writtenApplication({ application, viewer }: Written, request: WireRequest): Reply {
  const asking: AskingFragment = { viewer };
  const plain = { ...request, verbose: false };
  const { body } = recordOf('clients', application, applicationRecord, 'No application found', plain, asking);
  return { status: 201, headers: { Location: request.links.application(application.id) }, body };
}
