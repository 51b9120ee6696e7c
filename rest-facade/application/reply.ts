import { applicationRecord } from './record.js';
import type { AskingFragment, RegisterApplicationMutation } from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { recordOf } from '../shape/envelope.js';

type Written = RegisterApplicationMutation['registerApplication'];

/** Response to POST and PUT of an application: 201, its URL and its record (contract §2.4). */
export function writtenApplication({ application, viewer }: Written, request: WireRequest): Reply {
  const asking: AskingFragment = { viewer };
  const plain = { ...request, verbose: false };
  const { body } = recordOf('clients', application, applicationRecord, 'No application found', plain, asking);
  return { status: 201, headers: { Location: request.links.application(application.id) }, body };
}
