/** The accounts that people try the service with, and what each may do; the other demo people cannot log in. */
export const demoAccounts = [
  { username: 'admin', mayDo: 'site administrator: approves events, sees and edits everything' },
  {
    username: 'host',
    mayDo: 'hosts events, among them a running one with a report to decide, and one that awaits approval',
  },
  { username: 'speaker', mayDo: 'speaks at several events, and waits for a host to confirm one more talk' },
  { username: 'attendee', mayDo: 'attends, stars talks and comments' },
] as const;

/** The application that demo logins go through. Its secret is public, as everything about the demo data is. */
export const demoApplication = { name: 'Lectern demo', consumerKey: 'demo', consumerSecret: 'demo-secret' } as const;
