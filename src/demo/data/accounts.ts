/** The demo accounts for logging in, and their roles; other demo users cannot log in. */
export const demoAccounts = [
  { username: 'admin', mayDo: 'site administrator: approves events, sees and edits everything' },
  {
    username: 'host',
    mayDo: 'hosts events, among them a running one with a report to decide, and one that awaits approval',
  },
  { username: 'speaker', mayDo: 'speaks at several events, and waits for a host to confirm one more talk' },
  { username: 'attendee', mayDo: 'attends, stars talks and comments' },
] as const;

/** The application of demo logins. Its secret is public, like all demo data. */
export const demoApplication = { name: 'Lectern demo', consumerKey: 'demo', consumerSecret: 'demo-secret' } as const;

/** The frontends in `examples/`: a public application, which users log in to on the login page of the service. */
export const demoFrontend = {
  name: 'Lectern example',
  description: 'The example frontends.',
  consumerKey: 'demo-frontend',
  redirectUris: ['apollo', 'urql', 'relay'].map((name) => `http://127.0.0.1/${name}/`),
} as const;

/** Whether a username is one of the accounts that people try the service with. */
export const isDemoAccount = (username: string): boolean =>
  demoAccounts.some((account) => account.username === username);
