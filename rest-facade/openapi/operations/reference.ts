import { page, seen, single, type Operations } from '../operation.js';

/** Contract §3.10. */
export const referenceOperations: Operations = {
  'GET /v2.1/languages': { summary: 'Languages', answers: page('languages', 'Language') },
  'GET /v2.1/languages/:languageId': { summary: 'A language', answers: single('languages', 'Language') },
  'GET /v2.1/talk_types': { summary: 'Talk types', answers: page('talk_types', 'TalkType') },
  'GET /v2.1/talk_types/:typeId': { summary: 'A talk type', answers: single('talk_types', 'TalkType') },
};

/** Where website links lead when no website is configured. */
export const websiteOperations: Operations = {
  'GET /event/:slug': { summary: 'The page of an event', answers: seen('The event, as a page.') },
  'GET /e/:stub': { summary: 'The page of an event, by its stub', answers: seen('The event, as a page.') },
  'GET /talk/:stub': { summary: 'The page of a talk', answers: seen('The talk, as a page.') },
  'GET /user/:username': {
    summary: 'The page of a user',
    description: 'A user by username, in any case.',
    answers: seen('The user, as a page.'),
  },
};
