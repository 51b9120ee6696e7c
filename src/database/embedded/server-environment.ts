/**
 * The environment of the server's processes: nothing of the service's, so that PGDATA, PGPORT and the like have no say
 * and no secret of the service can be read from another account's process.
 */
export const SERVER_ENVIRONMENT: Record<string, string> = { LC_ALL: 'C' };
