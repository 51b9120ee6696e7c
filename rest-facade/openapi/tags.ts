import { commentOperations } from './operations/comments.js';
import { eventOperations } from './operations/events.js';
import { moderationOperations } from './operations/moderation.js';
import { referenceOperations, websiteOperations } from './operations/reference.js';
import { speakerOperations } from './operations/speakers.js';
import { talkOperations } from './operations/talks.js';
import { applicationOperations, tokenOperations } from './operations/tokens.js';
import { trackOperations } from './operations/tracks.js';
import { accountOperations, userOperations } from './operations/users.js';
import type { Operations } from './operation.js';

/** What operations are about, in the order in which somebody learns them. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: Operations;
}

export const tags: readonly Tag[] = [
  { name: 'Events', description: 'Conferences, who attends and hosts them.', operations: eventOperations },
  { name: 'Talks', description: 'What is said there.', operations: talkOperations },
  { name: 'Tracks', description: 'Talks that belong together.', operations: trackOperations },
  { name: 'Speakers', description: 'Names on talks, and their accounts.', operations: speakerOperations },
  { name: 'Comments', description: 'What people say about events and talks.', operations: commentOperations },
  { name: 'Moderation', description: 'Reported comments and claims, for hosts.', operations: moderationOperations },
  { name: 'Users', description: 'People.', operations: userOperations },
  { name: 'Accounts', description: 'Becoming a user, and being one again.', operations: accountOperations },
  { name: 'Tokens', description: 'Logging in and out.', operations: tokenOperations },
  { name: 'Applications', description: 'Through which people log in.', operations: applicationOperations },
  { name: 'Reference', description: 'What forms offer.', operations: referenceOperations },
  { name: 'Pages', description: 'Where links for people lead.', operations: websiteOperations },
];
