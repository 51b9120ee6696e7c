// Which files may import which: src contains the domain, schema the GraphQL API, rest-facade the v2.1 API.
// Paths are regular expressions over the resolved module; type imports count as imports unless stated otherwise.

const anyLocal = '^(src|schema|rest-facade|feeds|pages|test|bench|faults|compat|docs|\\.config)/';
const product = '^(src|schema|rest-facade|feeds|pages)/';
const typesOnly = ['type-only'];
const packageNamed = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);

/** The modules of `src/`: imports point downwards in this list, never upwards. */
const modules = [
  ...['main\\.ts', 'cli', 'server', 'transfer', 'demo', 'http', 'adapters', 'core', 'database', 'telemetry', 'config'],
];
/** The rooms of `rest-facade/`, in the same order. */
const rooms = ['index\\.ts', 'openapi', 'serve', 'nouns', 'table', 'wire', 'operations'];

const below = (folder, names) => `^${folder}/(${names.join('|')})(/|$)`;

/** Imports within a folder point downwards, by values and by types, and it has no other files or folders. */
const oneDirection = (folder, names) => [
  ...names.slice(1).map((name, index) => ({
    name: `imports-point-downwards-from-${folder}/${name}`,
    comment: `Nothing in ${folder}/${name} imports what is above it: ${names.slice(0, index + 1).join(', ')}.`,
    severity: 'error',
    from: { path: below(folder, [name]) },
    to: { path: below(folder, names.slice(0, index + 1)) },
  })),
  {
    name: `every-file-of-${folder}-has-its-place`,
    comment: `${folder}/ has no other files or folders than those that the rules above order.`,
    severity: 'error',
    from: {},
    to: { path: `^${folder}/`, pathNot: below(folder, names) },
  },
  {
    name: `no-file-of-${folder}-outside-its-place`,
    comment: `${folder}/ has no other files or folders than those that the rules above order.`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: below(folder, names) },
    to: {},
  },
];

module.exports = {
  forbidden: [
    // 1. One direction within src/ and within the facade.
    ...oneDirection('src', modules),
    ...oneDirection('rest-facade', rooms),
    {
      name: 'only-the-composition-root-imports-schema-and-facade',
      comment: 'src/server wires the schema and the facade to the core; nothing else in src imports them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { path: '^(schema|rest-facade|feeds|pages)/' },
    },
    {
      name: 'entities-import-entities-alone',
      comment: 'An entity declares what is stored.',
      severity: 'error',
      from: { path: '^src/database/entities/' },
      to: { path: anyLocal, pathNot: '^src/database/entities/' },
    },
    {
      name: 'rules-need-no-database',
      comment: 'Permissions and errors are pure functions and types.',
      severity: 'error',
      from: { path: '^src/core/(rules|scopes|errors)\\.ts$' },
      to: { path: anyLocal, pathNot: '^src/core/(rules|scopes|errors)\\.ts$|^src/core/date/' },
    },
    {
      name: 'core-without-graphql-or-http',
      comment: 'The domain does not depend on its protocols.',
      severity: 'error',
      from: { path: '^src/(core|database)/' },
      to: { path: packageNamed('graphql[^/]*', 'type-graphql', 'express', '@apollo/[^/]+', '@as-integrations/[^/]+') },
    },
    // 2. The schema imports the core, and neither HTTP nor the facade.
    {
      name: 'schema-sees-the-core',
      comment: 'The schema calls the core, and depends neither on Express nor on the facade.',
      severity: 'error',
      from: { path: '^schema/' },
      to: {
        path: ['^(rest-facade|feeds|pages|test|bench|faults)/', ...packageNamed('express', '@as-integrations/[^/]+')],
      },
    },
    // 3. The facade reaches the core through one function.
    {
      name: 'facade-sees-no-core',
      comment:
        'The facade calls the core only through execute(operation, variables, context). Whether a text is a date is syntax; matches, their router and HTTP errors are common to all rows.',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: {
        path: [
          '^(schema|feeds|pages|test|bench|faults)/',
          '^src/(?!(core/(errors|date/tolerant-date)|http/(match|http-error|rows/router))\\.ts$)',
          ...packageNamed('@mikro-orm/[^/]+', 'type-graphql', 'kysely', 'pg'),
        ],
      },
    },
    {
      name: 'facade-takes-only-types',
      comment: 'Errors of the core and matches are types; sentences of errors belong to the facade.',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: { path: ['^src/(core/errors|http/match)\\.ts$', ...packageNamed('graphql')], dependencyTypesNot: typesOnly },
    },
    {
      name: 'rows-see-no-core',
      comment:
        'The folders beside the facade reach the core through stored operations, and know of HTTP only what a row is.',
      severity: 'error',
      from: { path: '^(feeds|pages)/' },
      to: {
        path: [
          '^(schema|rest-facade|test|bench|faults)/',
          '^src/(?!http/rows/row\\.ts$)',
          ...packageNamed('@mikro-orm/[^/]+', 'type-graphql', 'kysely', 'pg'),
        ],
      },
    },
    // 4. Each external package in one place.
    {
      name: 'express-in-few-files',
      comment: 'Express stays in the composition root.',
      severity: 'error',
      from: { path: product, pathNot: '^src/server/' },
      to: { path: packageNamed('express', '@as-integrations/[^/]+', '@types/express') },
    },
    {
      name: 'product-without-tests',
      comment: 'Product code depends neither on tests nor on benchmarks.',
      severity: 'error',
      from: { path: product },
      to: { path: '^(test|bench|faults|compat|\\.config)/' },
    },
    {
      name: 'faults-come-from-outside',
      comment:
        'Faults are injected from outside: they import the core, its start, and the hostile inputs, large data sets and object store of the tests.',
      severity: 'error',
      from: { path: '^faults/' },
      to: {
        path: anyLocal,
        pathNot:
          '^(faults|src)/|^test/(images/(gif|png)-file|fuzz/hostile-generator|graphql/hostile-documents|million/fill-world|support/(object-store|start-flags))\\.ts$',
      },
    },
    {
      name: 'compat-knows-the-contract-alone',
      comment: 'It checks any server, so its expectations must not come from Lectern.',
      severity: 'error',
      from: { path: '^compat/' },
      to: { path: anyLocal, pathNot: '^compat/' },
    },
    {
      name: 'a-frontend-knows-the-schema-alone',
      comment: 'The example must be copyable: it uses the service over HTTP only.',
      severity: 'error',
      from: { path: '^docs/frontend/' },
      to: { path: anyLocal, pathNot: '^docs/frontend/' },
    },
    {
      name: 'product-runs-without-development-packages',
      comment: 'The container has no development packages: move it to "dependencies", or import types alone.',
      severity: 'error',
      from: { path: [product, '^compat/'], pathNot: '^schema/print\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: typesOnly },
    },
    // 5. No cycles, except between the two ends of a relation.
    {
      name: 'no-cycles',
      comment: 'Merge files that import each other, or extract their common part.',
      severity: 'error',
      from: { pathNot: '^src/database/entities/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
