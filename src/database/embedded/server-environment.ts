/**
 * Environment of the server processes. It excludes that of the service: PGDATA, PGPORT and the like must not take
 * effect, and no secret may be readable from a process of another account.
 */
export const SERVER_ENVIRONMENT: Record<string, string> = { LC_ALL: 'C' };
