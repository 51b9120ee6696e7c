import type { Reads } from '../src/core/reads/reads.js';
import { domainError } from '../src/core/errors.js';
import { field, nullable } from './fields.js';
import { parseNodeId, setNodeType, nodeInterface } from './node.js';
import { queries, query } from './root-fields.js';

const MAX_NODES = 100;

/** The loader of each type with an ID, which returns null for a record that the viewer may not see. */
export const nodeLoaders: ReadonlyMap<string, Parameters<Reads['load']>[0]> = new Map([
  ['AccessToken', 'accessToken'],
  ['Application', 'application'],
  ['CancelledTalk', 'cancelledTalk'],
  ['Event', 'event'],
  ['EventComment', 'eventComment'],
  ['EventCommentReport', 'eventCommentReportForHost'],
  ['Grant', 'grant'],
  ['Language', 'language'],
  ['SharedFeedback', 'sharedFeedback'],
  ['Speaker', 'speaker'],
  ['SpeakerClaim', 'claimForHost'],
  ['Talk', 'talk'],
  ['TalkComment', 'talkComment'],
  ['TalkCommentReport', 'talkCommentReportForHost'],
  ['TalkLink', 'talkLink'],
  ['TalkTypeEntry', 'talkType'],
  ['Track', 'track'],
  ['User', 'user'],
  ['Webhook', 'webhook'],
  ['WebhookDelivery', 'webhookDelivery'],
]);

async function loadNode(reads: Reads, nodeId: string): Promise<object | null> {
  const reference = parseNodeId(nodeId);
  const loader = reference && nodeLoaders.get(reference.type);
  if (!loader) return null;
  const record = (await reads.load(loader, reference.id)) as object | null;
  if (record) setNodeType(record, reference.type);
  return record;
}

const HIDDEN = 'does not exist or is not visible to the viewer';

export const nodeQueries = queries({
  node: query(
    nullable.record(nodeInterface, `Look up a record by its \`nodeId\`. Returns null if it ${HIDDEN}.`),
    { nodeId: field.id('The `nodeId` of a record. Any other value matches no record.') },
    ({ reads }, { nodeId }) => loadNode(reads, nodeId),
  ),
  nodes: {
    ...query(
      {
        type: () => [nodeInterface()],
        description: `Look up at most ${MAX_NODES} records by their \`nodeId\`, in the order of the argument; null for each that ${HIDDEN}. Errors: INVALID.`,
        nullable: 'items',
      },
      { nodeIds: field.ids(`The \`nodeId\` of each record; at most ${MAX_NODES}.`) },
      ({ reads }, { nodeIds }) => {
        if (nodeIds.length > MAX_NODES) throw domainError('INVALID', 'TOO_MANY_NODES', 'nodeIds', MAX_NODES);
        return Promise.all(nodeIds.map((nodeId) => loadNode(reads, nodeId)));
      },
    ),
    complexity: ({ args, childComplexity }: { args: { nodeIds: readonly string[] }; childComplexity: number }) =>
      Math.max(args.nodeIds.length, 1) * (1 + childComplexity),
  },
});
