import type { DocumentNode } from 'graphql';
import {
  EventCollectionDocument,
  EventRecordDocument,
  EventTalksDocument,
  TalkCommentsDocument,
} from '../rest-facade/operations/documents.generated.js';

interface Operation {
  readonly name: string;
  readonly document: DocumentNode;
  /** Its variable: whether it selects all of a record. */
  readonly verbose: boolean;
}

/** The facade's own operations for the four reads: what everybody who speaks GraphQL is asked for. */
export const operations = [
  { name: 'EventCollection', document: EventCollectionDocument, verbose: false },
  { name: 'EventTalks', document: EventTalksDocument, verbose: false },
  { name: 'EventRecord', document: EventRecordDocument, verbose: true },
  { name: 'TalkComments', document: TalkCommentsDocument, verbose: false },
] as const satisfies readonly Operation[];
