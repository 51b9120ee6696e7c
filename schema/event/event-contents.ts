import { contentsOfEvent } from '../../src/core/reads/event-contents.js';
import { requireHost } from '../../src/core/reads/hosting.js';
import { field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';

objectType('EventContents', 'How much belongs to an event, and is lost if it is deleted.', {
  talks: field.int('Number of talks.'),
  tracks: field.int('Number of tracks.'),
  comments: field.int('Number of comments on the event and on its talks, including reported and private ones.'),
  stars: field.int('Number of stars of its talks.'),
  attendees: field.int('Number of users who attend it.'),
  claims: field.int('Number of speakers who are linked to an account, and of claims that await approval.'),
  hosts: field.int('Number of hosts.'),
});

export const contentsField = {
  ...computed(
    nullable.record(
      'EventContents',
      'How much is lost if the event is deleted. Visible only to hosts of the event and site administrators; null with an error otherwise.',
    ),
    async ({ id }: { readonly id: string }, { reads }) => {
      await requireHost(reads, id, 'HOSTS_ONLY');
      const [contents] = await reads.scans.run(['contents', id], () => reads.scope.run(contentsOfEvent, { id }));
      return contents ?? null;
    },
  ),
  complexity: 100,
};
