import { page, seen, single, type Operations } from '../openapi/operation.js';

/** Contract §3.10. */
export const referenceOperations: Operations = {
  'GET /v2.1/languages': { summary: 'List languages', answers: page('languages', 'Language') },
  'GET /v2.1/languages/:languageId': { summary: 'Get a language', answers: single('languages', 'Language') },
  'GET /v2.1/talk_types': { summary: 'List talk types', answers: page('talk_types', 'TalkType') },
  'GET /v2.1/talk_types/:typeId': { summary: 'Get a talk type', answers: single('talk_types', 'TalkType') },
};

/** Targets of website links if no website is configured. */
export const websiteOperations: Operations = {
  'GET /event/:slug': { summary: 'Redirect to the page of an event', answers: seen('The event as an HTML page.') },
  'GET /e/:stub': { summary: 'Redirect to the page of an event by stub', answers: seen('The event as an HTML page.') },
  'GET /talk/:stub': { summary: 'Redirect to the page of a talk', answers: seen('The talk as an HTML page.') },
  'GET /user/:username': {
    summary: 'Redirect to the page of a user',
    description: 'Looks up a user by username, case-insensitively.',
    answers: seen('The user as an HTML page.'),
  },
};
