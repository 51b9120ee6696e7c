import { eventCommentReportRecord } from '../nouns/moderation/record.js';
import type { RecordTable, Member } from '../table/member.js';
import { records } from '../nouns/records.js';
import { metas } from '../table/replies.js';
import { talkLinkRecord } from '../nouns/talk/record.js';
import { named, objectOf, type JsonSchema } from '../wire/json-schema.js';
import { described } from '../table/described-member.js';
import { errorSchemas } from './responses.js';
import type { Graph } from '../table/graph.js';

/** Reports have one component: those of comments on talks have all members. */
const documented = records.filter((record) => record !== eventCommentReportRecord);
const nameOf = ({ recordName }: RecordTable) => (recordName === 'TalkCommentReport' ? 'Report' : recordName);

const images = objectOf(
  {
    orig: { ...named('Image'), description: 'The uploaded image.' },
    small: { ...named('Image'), description: 'The thumbnail.' },
  },
  ['orig', 'small'],
  'Images by kind.',
);

const meta = { ...named('Meta'), description: 'Metadata of the response. Only for authenticated users.' };

/** All schemas that operations reference. */
export const schemasOf = (graph: Graph): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(documented.map((record) => [nameOf(record), recordSchema(record, graph)])),
  Images: images,
  TalkLinkAnswer: recordSchema(talkLinkRecord, graph, { meta }),
  ...metas,
  ...errorSchemas,
});

/** Schema of a record. @param optional further members, which may be absent */
function recordSchema(
  { graphType, members }: RecordTable,
  graph: Graph,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const entries = Object.entries(members);
  const properties = entries.map(([name, member]) => [name, memberSchema(graphType, member, graph)] as const);
  const absent = entries.filter(([, { isVerbose, only }]) => isVerbose || only !== undefined).map(([name]) => name);
  return objectOf({ ...Object.fromEntries(properties), ...optional }, [...absent, ...Object.keys(optional)]);
}

function memberSchema(
  type: string,
  { documentation, isVerbose, only }: Member<never, never>,
  graph: Graph,
): JsonSchema {
  const { describedBy, note, ...own } = documentation;
  const when = [only, isVerbose && 'with `verbose=yes`'].filter(Boolean).join(', ');
  return described(
    {
      ...own,
      ...(describedBy !== undefined && { field: coordinateOf(type, describedBy, graph) }),
      ...(note !== undefined && { further: note }),
      ...(when && { only: when }),
    },
    graph,
  );
}

/** The coordinate of the last field of a path: `Ratings.average` of `ratings.average` in `Talk`. */
function coordinateOf(type: string, path: string, graph: Graph): string {
  const [field = '', ...rest] = path.split('.');
  const coordinate = `${type}.${field}`;
  return rest.length === 0
    ? coordinate
    : coordinateOf(graph.find(coordinate).type.replaceAll(/[[\]!]/g, ''), rest.join('.'), graph);
}
