import type { KeyKind } from './counted-key.js';
import type { LimitName } from './settings.js';

/** What each limit's keys are, and where it counts: what is asked with every request or write must not cost a statement. */
export const limitKeys: Readonly<Record<LimitName, { readonly key: KeyKind; readonly store: 'database' | 'memory' }>> =
  {
    login_address: { key: 'address', store: 'database' },
    login_account_address: { key: 'account at address', store: 'database' },
    login_account: { key: 'account', store: 'database' },
    registration_address: { key: 'address', store: 'database' },
    reminder_address: { key: 'address', store: 'database' },
    reminder_account: { key: 'account', store: 'database' },
    contact_address: { key: 'address', store: 'database' },
    applications_user: { key: 'user', store: 'database' },
    unknown_token_address: { key: 'address', store: 'memory' },
    writes_user: { key: 'user', store: 'memory' },
    event_comments_user: { key: 'user', store: 'database' },
    reports_user: { key: 'user', store: 'database' },
    claims_user: { key: 'user', store: 'database' },
  };

export const limitNames = Object.keys(limitKeys) as LimitName[];
