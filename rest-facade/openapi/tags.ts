import { commentOperations } from '../comment/openapi.js';
import { eventOperations } from '../event/openapi.js';
import { moderationOperations } from '../moderation/openapi.js';
import { referenceOperations, websiteOperations } from '../reference/openapi.js';
import { speakerOperations } from '../talk/speaker-openapi.js';
import { talkOperations } from '../talk/openapi.js';
import { applicationOperations, tokenOperations } from '../token/openapi.js';
import { trackOperations } from '../track/openapi.js';
import { accountOperations, userOperations } from '../user/openapi.js';
import type { Operations } from './operation.js';

/** A group of operations, in the order of a tutorial. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: Operations;
}

export const tags: readonly Tag[] = [
  { name: 'Events', description: 'Conferences, their attendees and hosts.', operations: eventOperations },
  { name: 'Talks', description: 'Talks at events.', operations: talkOperations },
  { name: 'Tracks', description: 'Groups of talks at an event.', operations: trackOperations },
  { name: 'Speakers', description: 'Speaker names of talks and their accounts.', operations: speakerOperations },
  { name: 'Comments', description: 'Comments on events and talks.', operations: commentOperations },
  {
    name: 'Moderation',
    description: 'Reported comments and speaker claims, for hosts.',
    operations: moderationOperations,
  },
  { name: 'Users', description: 'User profiles and their activity.', operations: userOperations },
  { name: 'Accounts', description: 'Registration and account recovery.', operations: accountOperations },
  { name: 'Tokens', description: 'Login and logout.', operations: tokenOperations },
  { name: 'Applications', description: 'API clients through which users log in.', operations: applicationOperations },
  { name: 'Reference', description: 'Reference data for forms.', operations: referenceOperations },
  { name: 'Pages', description: 'Redirects to HTML pages.', operations: websiteOperations },
];
