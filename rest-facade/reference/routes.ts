import * as operations from '../operations/documents.generated.js';
import { plainListVariables } from '../read/list.js';
import { route } from '../route.js';
import { pageOf, recordOf } from '../shape/envelope.js';
import { languageRecord, talkTypeRecord } from './record.js';

/** Reference data for forms: contract §3.10. */
export const referenceRoutes = [
  route('GET /v2.1/languages', {
    operation: operations.LanguageCollectionDocument,
    variables: plainListVariables,
    reply: (data, request) => pageOf('languages', data.languages, languageRecord, request, data),
  }),
  route('GET /v2.1/languages/:languageId', {
    operation: operations.LanguageRecordDocument,
    variables: ({ params }) => ({ id: params.languageId }),
    reply: (data, request) => recordOf('languages', data.language, languageRecord, 'Language not found', request, data),
  }),
  route('GET /v2.1/talk_types', {
    operation: operations.TalkTypeCollectionDocument,
    variables: plainListVariables,
    reply: (data, request) => pageOf('talk_types', data.talkTypes, talkTypeRecord, request, data),
  }),
  route('GET /v2.1/talk_types/:typeId', {
    operation: operations.TalkTypeRecordDocument,
    variables: ({ params }) => ({ id: params.typeId }),
    reply: (data, request) =>
      recordOf('talk_types', data.talkType, talkTypeRecord, 'Talk type not found', request, data),
  }),
];
