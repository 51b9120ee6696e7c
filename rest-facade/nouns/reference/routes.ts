import * as operations from '../../operations/documents.generated.js';
import { plainListVariables } from '../../wire/paging.js';
import { page, single } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { languageRecord, talkTypeRecord } from './record.js';

/** Reference data for forms: contract §3.10. */
export const referenceRoutes = [
  route('GET /v2.1/languages', operations.LanguageCollectionDocument, {
    summary: 'List languages',
    variables: plainListVariables,
    reply: page('languages', languageRecord, ({ languages }) => languages),
  }),
  route('GET /v2.1/languages/:languageId', operations.LanguageRecordDocument, {
    summary: 'Get a language',
    variables: ({ params }) => ({ id: params.languageId }),
    reply: single('languages', languageRecord, 'Language not found', ({ language }) => language),
  }),
  route('GET /v2.1/talk_types', operations.TalkTypeCollectionDocument, {
    summary: 'List talk types',
    variables: plainListVariables,
    reply: page('talk_types', talkTypeRecord, ({ talkTypes }) => talkTypes),
  }),
  route('GET /v2.1/talk_types/:typeId', operations.TalkTypeRecordDocument, {
    summary: 'Get a talk type',
    variables: ({ params }) => ({ id: params.typeId }),
    reply: single('talk_types', talkTypeRecord, 'Talk type not found', ({ talkType }) => talkType),
  }),
];
