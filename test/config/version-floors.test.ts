import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** The lowest version of each package without the weaknesses named beside it; below it the build fails. */
const floors: [name: string, floor: string, because: string][] = [
  ['@mikro-orm/core', '7.2.1', 'CVE-2026-34220 SQL injection by object, CVE-2026-44680 JSON-path key injection'],
  ['@mikro-orm/migrations', '7.2.1', 'all @mikro-orm packages have one version'],
  ['@mikro-orm/postgresql', '7.2.1', 'all @mikro-orm packages have one version'],
  ['@mikro-orm/sql', '7.2.1', 'CVE-2026-34220, CVE-2026-44680'],
  ['@apollo/server', '5.5.0', 'GHSA-9q82-xgwf-vj6h reading across sites, CVE-2026-23897 denial of service'],
  ['express', '5.3.0', 'CVE-2026-12590 an invalid limit switches the size check off'],
  ['body-parser', '2.3.0', 'CVE-2026-12590, CVE-2025-13466, CVE-2024-45590'],
  ['qs', '6.16.0', 'CVE-2025-15284, CVE-2026-2391, CVE-2026-82562 the array limit is passed by tags[]='],
  ['path-to-regexp', '8.4.0', 'CVE-2026-4926 patterns that take exponential time'],
  ['sharp', '0.35.3', 'GHSA-f88m-g3jw-g9cj four weaknesses of libvips'],
  ['graphql', '16.8.1', 'CVE-2023-26144 quadratic validation'],
  ['busboy', '1.0.0', 'CVE-2022-24434 one request ends the process'],
];

const lockfile = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { version?: string }>;
};

/** Every installed version of a package: a second copy may hide below another package. */
function versionsOf(name: string): string[] {
  return Object.entries(lockfile.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([, { version }]) => version ?? 'none');
}

/** Negative when `left` is lower than `right`, comparing major, minor and patch. A prerelease is lower than its release. */
function compare(left: string, right: string): number {
  const parts = (version: string) => [
    ...version.split('-', 1).join('').split('.').map(Number),
    version.includes('-') ? 0 : 1,
  ];
  const others = parts(right);
  const differences = parts(left).map((part, index) => part - (others[index] ?? Number.NaN));
  return differences.find((difference) => difference !== 0) ?? 0;
}

describe('Version floors over the lockfile (reliability 2.1)', () => {
  it.each(floors)('%s is at least %s: %s', (name, floor) => {
    const versions = versionsOf(name);

    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !(compare(version, floor) >= 0))).toEqual([]);
  });

  it('holds one version of every @mikro-orm package', () => {
    const versions = Object.entries(lockfile.packages)
      .filter(([path]) => path.includes('node_modules/@mikro-orm/'))
      .map(([, { version }]) => version);

    expect([...new Set(versions)]).toHaveLength(1);
  });

  it('compares versions by number', () => {
    expect(compare('6.9.0', '6.16.0')).toBeLessThan(0);
    expect(compare('8.4.2', '8.4.0')).toBeGreaterThan(0);
    expect(compare('7.2.1-dev.4', '7.2.1')).toBeLessThan(0);
    expect(compare('1.0.0', '1.0.0')).toBe(0);
    expect(compare('none', '1.0.0')).toBeNaN();
  });
});
