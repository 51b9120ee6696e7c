import { eventCommentReportRecord } from '../moderation/record.js';
import type { RecordTable } from '../record/member.js';
import { records } from '../records.js';
import { talkLinkRecord } from '../talk/record.js';
import type { Graph } from './graph.js';
import { named, objectOf, type JsonSchema } from './json-schema.js';
import { metas } from './operation.js';
import { recordSchema } from './record-schema.js';
import { errorSchemas } from './responses.js';

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
