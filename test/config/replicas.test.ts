import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';

const primary = { DATABASE_URL: 'postgres://lectern@db1/lectern' };
const replicasOf = (variables: Record<string, string>) => readConfig({ ...primary, ...variables }).database.replicas;

describe('DATABASE_REPLICA_URL', () => {
  it('lists servers, each with its own password or DATABASE_PASSWORD', () => {
    const urls = 'postgres://lectern@db2/lectern, postgresql://lectern:own@db3:6432/lectern?sslmode=require';
    expect(replicasOf({ DATABASE_REPLICA_URL: urls, DATABASE_PASSWORD: 'secret' })).toEqual({
      urls: ['postgres://lectern:secret@db2/lectern', 'postgresql://lectern:own@db3:6432/lectern?sslmode=require'],
      ...{ connections: 10, waitMs: 50, secondsWithoutPrimary: 0 },
    });
    expect(replicasOf({})).toBeUndefined();
  });

  it('has connections that the workers share', () => {
    const variables = { DATABASE_REPLICA_URL: 'postgres://db2/lectern', WORKERS: '3' };
    expect(replicasOf(variables)).toMatchObject({ connections: 3 });
    expect(replicasOf({ ...variables, DATABASE_REPLICA_CONNECTIONS: '2' })).toMatchObject({ connections: 1 });
  });

  it.each([
    [{ DATABASE_REPLICA_URL: 'postgres://db2,db3/lectern' }, 'must begin with postgres://'],
    [{ DATABASE_REPLICA_URL: 'postgres://db2/lectern,db3' }, 'must begin with postgres://'],
    [{ DATABASE_REPLICA_URL: 'mysql://db2/lectern' }, 'must begin with postgres://'],
    [{ READS_WITHOUT_PRIMARY: '60' }, 'READS_WITHOUT_PRIMARY: requires DATABASE_REPLICA_URL'],
    [
      { DATABASE_URL: '', DATABASE_REPLICA_URL: 'postgres://db2/lectern' },
      'DATABASE_REPLICA_URL: requires DATABASE_URL',
    ],
  ])('rejects %j', (variables, problem) => {
    expect(() => replicasOf(variables as Record<string, string>)).toThrow(problem);
  });
});
