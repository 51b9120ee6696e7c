import { emptyConnection } from '../../src/core/reads/connection.js';
import { grantConnection } from '../../src/core/reads/own-credentials.js';
import type { GrantRow } from '../../src/core/reads/grants.js';
import { seesSettings } from '../../src/core/rules.js';
import type { Context } from '../../src/core/context.js';
import { enumOf, field, type FieldRow } from '../fields.js';
import { computed, objectType, related } from '../object-type.js';
import { pagedQuery, pageRequest, type PageArgs } from '../paging.js';

const Scope = enumOf(
  'Scope',
  'What an application may do in the name of a user: the values of the OAuth parameter `scope`, in lower case. A token without scopes, such as one of `issueToken`, may do everything that its user and its application may. The description of each mutation names its scope.',
  {
    READ: 'Read what the user sees. Included in every other scope.',
    FEEDBACK: 'Comment, rate, star talks and attend events.',
    SPEAK: 'Act as a speaker: change and claim talks.',
    HOST: 'Act as a host or site administrator: submit and change events, and decide on claims and reports.',
    ACCOUNT:
      'Read and change the account, its e-mail address, applications, tokens and grants. Only for first-party applications.',
  },
);

objectType('Grant', 'One login of a user through an application, by the authorization code flow.', {
  id: field.id('Numeric ID of the grant. Not a secret.'),
  application: related('Application', 'applicationOfToken', 'applicationId', 'The application.'),
  scopes: computed(
    field.of<(keyof typeof Scope)[]>(() => [Scope] as never, 'What the application may do.'),
    ({ scopes }: GrantRow) => scopes.map((scope: string) => scope.toUpperCase()),
  ),
  createdAt: field.dateTime('Time of the login, in UTC.'),
  lastUsedAt: field.dateTime('Time of the last use, in UTC, accurate to an hour.'),
  expiresAt: field.dateTime('Time of expiry if the application does not renew its tokens until then, in UTC.'),
});

/** `User.grants`. */
export const grantsOfUser: FieldRow = {
  ...pagedQuery(
    'Grant',
    'Logins through applications, latest first; `revokeGrant` ends one. Visible only to the user, in first-party applications with the scope `account`; empty otherwise.',
    {},
    () => emptyConnection,
  ),
  resolve: ({ id }: { readonly id: string }, args: PageArgs, { viewer, reads, maxPageSize }: Context) => {
    if (!seesSettings(viewer, id)) return emptyConnection;
    return grantConnection(reads, pageRequest(args, maxPageSize));
  },
};
