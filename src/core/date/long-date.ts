const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The date in UTC as mails write it, such as `4 December 2026`. */
export const longDate = (time: Date): string => format.format(time);
