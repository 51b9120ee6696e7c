import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Minimum versions of packages without the listed vulnerabilities; a lower one fails the build. */
const floors: [name: string, floor: string, because: string][] = [
  [
    '@mikro-orm/core',
    '7.2.1',
    'GHSA-gwhv-j974-6fxm (CVE-2026-34220) SQL injection by object, GHSA-cfw5-68c4-ffqp (CVE-2026-44680) JSON-path key ' +
      'injection, GHSA-qpfv-44f3-qqx6 prototype pollution',
  ],
  ['@mikro-orm/migrations', '7.2.1', 'all @mikro-orm packages have one version'],
  ['@mikro-orm/postgresql', '7.2.1', 'all @mikro-orm packages have one version'],
  ['@mikro-orm/sql', '7.2.1', 'CVE-2026-34220, CVE-2026-44680'],
  ['@apollo/server', '5.5.0', 'GHSA-9q82-xgwf-vj6h reading across sites, CVE-2026-23897 denial of service'],
  ['express', '5.3.0', 'CVE-2026-12590 an invalid limit switches the size check off'],
  ['body-parser', '2.3.0', 'CVE-2026-12590, CVE-2025-13466, CVE-2024-45590'],
  ['qs', '6.16.0', 'CVE-2025-15284, CVE-2026-2391, CVE-2026-82562 the array limit is passed by tags[]='],
  ['path-to-regexp', '8.4.0', 'CVE-2026-4926, CVE-2026-4867, CVE-2024-45296 patterns that take exponential time'],
  ['sharp', '0.35.3', 'GHSA-f88m-g3jw-g9cj four weaknesses of libvips, CVE-2026-35591 among them'],
  ['graphql', '16.8.1', 'CVE-2023-26144 quadratic validation'],
  ['busboy', '1.0.0', 'CVE-2022-24434 one request ends the process'],
];

interface Locked {
  readonly version?: string;
  /** A link to a copy elsewhere, which is checked there. */
  readonly link?: boolean;
  /** Only development packages depend on it. */
  readonly dev?: boolean;
}

/** The bench has its own packages. */
const lockfiles = ['package-lock.json', 'bench/package-lock.json'].map((path) => ({
  path,
  ...(JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as {
    packages: Record<string, Locked>;
  }),
}));

/** Copies below packages of the tests, which serve no request of a client; their owners support no later version. */
const ofTests = ['package-lock.json: node_modules/@koa/router/node_modules/path-to-regexp'];

interface Copy {
  /** `package-lock.json: node_modules/qs` */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly isDevelopment: boolean;
}

/** Every installed copy of every package: a second one may be nested below another package. */
const copies: readonly Copy[] = lockfiles.flatMap(({ path, packages }) =>
  Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .map(([folder, { version, dev }]) => ({
      place: `${path}: ${folder}`,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: version ?? 'none',
      isDevelopment: dev === true,
    })),
);

/**
 * Negative if `left` is lower than `right`, comparing major, minor and patch. A prerelease is lower than its release.
 */
function compare(left: string, right: string): number {
  const parts = (version: string) => [
    ...version.split('-', 1).join('').split('.').map(Number),
    version.includes('-') ? 0 : 1,
  ];
  const others = parts(right);
  const differences = parts(left).map((part, index) => part - (others[index] ?? Number.NaN));
  return differences.find((difference) => difference !== 0) ?? 0;
}

describe('Version floors over the lockfiles (reliability 2.1)', () => {
  it.each(floors)('%s is at least %s: %s', (name, floor) => {
    const found = copies.filter((copy) => copy.name === name);

    expect(found).not.toEqual([]);
    const outdated = found.filter(({ version }) => !(compare(version, floor) >= 0));
    expect(outdated.filter(({ place }) => !ofTests.includes(place))).toEqual([]);
  });

  it('except copies that only tests use', () => {
    const development = ofTests.map((place) => copies.find((copy) => copy.place === place)?.isDevelopment);

    expect(development).toEqual(ofTests.map(() => true));
  });

  it('contain one version of every @mikro-orm package', () => {
    const versions = copies.filter(({ name }) => name.startsWith('@mikro-orm/')).map(({ version }) => version);

    expect([...new Set(versions)]).toHaveLength(1);
  });

  it('include both lockfiles, and copies below other packages', () => {
    expect(copies.filter(({ name }) => name === 'qs').map(({ place }) => place)).toEqual([
      'package-lock.json: node_modules/qs',
      'bench/package-lock.json: node_modules/qs',
    ]);
    expect(copies.filter(({ place }) => place.split('node_modules/').length > 2).length).toBeGreaterThan(0);
  });

  it('compare versions numerically', () => {
    expect(compare('6.9.0', '6.16.0')).toBeLessThan(0);
    expect(compare('8.4.2', '8.4.0')).toBeGreaterThan(0);
    expect(compare('7.2.1-dev.4', '7.2.1')).toBeLessThan(0);
    expect(compare('1.0.0', '1.0.0')).toBe(0);
    expect(compare('none', '1.0.0')).toBeNaN();
  });
});
