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
  /** Value of its variable: whether it selects the verbose form. */
  readonly verbose: boolean;
}

/** Stored operations of the facade for the four reads; all GraphQL servers execute them. */
export const operations = [
  { name: 'EventCollection', document: EventCollectionDocument, verbose: false },
  { name: 'EventTalks', document: EventTalksDocument, verbose: false },
  { name: 'EventRecord', document: EventRecordDocument, verbose: true },
  { name: 'TalkComments', document: TalkCommentsDocument, verbose: false },
] as const satisfies readonly Operation[];
