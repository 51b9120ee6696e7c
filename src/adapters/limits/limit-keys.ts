import type { KeyKind } from './counted-key.js';
import type { LimitName } from '../../config/limits.js';

/** The key kind and the store of each limit. Limits of every request or write count in memory, to save a statement. */
export const limitKeys: Readonly<Record<LimitName, { readonly key: KeyKind; readonly store: 'database' | 'memory' }>> =
  {
    login_address: { key: 'address', store: 'database' },
    login_account_address: { key: 'account at address', store: 'database' },
    login_account: { key: 'account', store: 'database' },
    registration_address: { key: 'address', store: 'database' },
    reminder_address: { key: 'address', store: 'database' },
    reminder_account: { key: 'account', store: 'database' },
    email_changes_user: { key: 'user', store: 'database' },
    contact_address: { key: 'address', store: 'database' },
    applications_user: { key: 'user', store: 'database' },
    unknown_token_address: { key: 'address', store: 'memory' },
    writes_user: { key: 'user', store: 'memory' },
    event_comments_user: { key: 'user', store: 'database' },
    reports_user: { key: 'user', store: 'database' },
    claims_user: { key: 'user', store: 'database' },
  };
