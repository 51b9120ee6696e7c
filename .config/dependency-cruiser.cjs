// Who may import whom: src is what is true, schema is how it is asked, rest-facade is how it used to be asked.
// Paths are regular expressions over the resolved module; a type counts as an import like any other, unless said.

const anyLocal = '^(src|schema|rest-facade|test|bench|faults|compat|docs|\\.config)/';
const product = '^(src|schema|rest-facade)/';
const typesOnly = ['type-only'];
const packageNamed = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);

/** A rule that lets one part of the core see the named local modules and nothing else of the project. */
const sees = (part, modules, comment) => ({
  name: `${part}-sees-little`,
  comment,
  severity: 'error',
  from: { path: `^src/${part}(/|\\.ts$)` },
  to: { path: anyLocal, pathNot: [`^src/${part}(/|\\.ts$)`, ...modules.map((name) => `^src/${name}(/|\\.ts$)`)] },
});

module.exports = {
  forbidden: [
    // 1. The core knows neither door.
    sees('entities', [], 'An entity is what is stored: it imports entities alone.'),
    sees('time', [], 'Time zones and windows are pure functions.'),
    sees('errors', [], 'Errors are two closed unions; nothing stands below them.'),
    sees('rules', ['entities', 'errors', 'time'], 'A predicate needs entities, no database.'),
    sees(
      'reads',
      ['entities', 'errors', 'rules', 'time', 'database/orm', 'database/unavailable'],
      'A read is SQL over entities.',
    ),
    sees(
      'domain',
      ['entities', 'errors', 'rules', 'reads', 'time', 'context'],
      'A verb needs entities, rules and reads.',
    ),
    {
      name: 'reads-take-only-types-from-the-database',
      comment: 'A read is given what runs its statements; it opens no connection.',
      severity: 'error',
      from: { path: '^src/reads/' },
      to: { path: '^src/database/orm\\.ts$', dependencyTypesNot: typesOnly },
    },
    {
      name: 'core-without-graphql-or-http',
      comment: 'What is true does not depend on how it is asked.',
      severity: 'error',
      from: { path: '^src/(entities|time|errors|rules|reads|domain)(/|\\.ts$)' },
      to: { path: packageNamed('graphql[^/]*', 'type-graphql', 'express', '@apollo/[^/]+', '@as-integrations/[^/]+') },
    },
    {
      name: 'doors-are-hung-in-app',
      comment: 'src/app.ts and the files of its folder are the only ones that see all three folders.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app(/|\\.ts$)' },
      to: { path: '^(schema|rest-facade)/' },
    },
    // 2. The schema knows the core, and neither HTTP nor the other door.
    {
      name: 'schema-sees-the-core',
      comment: 'The schema asks src; it knows nothing of HTTP or of the facade.',
      severity: 'error',
      from: { path: '^schema/' },
      to: { path: ['^(rest-facade|test|bench|faults)/', ...packageNamed('express', '@as-integrations/[^/]+')] },
    },
    // 3. The facade knows the core through one function.
    {
      name: 'facade-sees-no-core',
      comment: 'All that the facade knows of the core arrives as execute(operation, variables, context).',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: {
        path: [
          '^(schema|test|bench|faults)/',
          '^src/(?!errors\\.ts$)',
          ...packageNamed('@mikro-orm/[^/]+', 'type-graphql', 'kysely', 'pg'),
        ],
      },
    },
    {
      name: 'facade-takes-only-types-of-errors',
      comment: 'ErrorCode and Reason are types; their sentences belong to the facade.',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: { path: ['^src/errors\\.ts$', ...packageNamed('graphql')], dependencyTypesNot: typesOnly },
    },
    // 4. One place for each outside thing.
    {
      name: 'express-in-few-files',
      comment: 'Express stays in the composition root and in the facade’s adapter.',
      severity: 'error',
      from: { path: product, pathNot: ['^src/app(/|\\.ts$)', '^rest-facade/express\\.ts$'] },
      to: { path: packageNamed('express', '@as-integrations/[^/]+', '@types/express') },
    },
    {
      name: 'product-without-tests',
      comment: 'What is delivered needs neither tests nor measurements.',
      severity: 'error',
      from: { path: product },
      to: { path: '^(test|bench|faults|compat|\\.config)/' },
    },
    {
      name: 'faults-come-from-outside',
      comment:
        'Faults are injected into processes: of the project they need the core, how it is started, and what tests have made to do harm, or much of.',
      severity: 'error',
      from: { path: '^faults/' },
      to: {
        path: anyLocal,
        pathNot:
          '^(faults|src)/|^test/(images/(gif|png)-file|graphql/hostile-documents|million/fill-world|support/start-flags)\\.ts$',
      },
    },
    {
      name: 'compat-knows-the-contract-alone',
      comment: 'It judges servers that are not Lectern, so nothing of Lectern may be its measure.',
      severity: 'error',
      from: { path: '^compat/' },
      to: { path: anyLocal, pathNot: '^compat/' },
    },
    {
      name: 'a-frontend-knows-the-schema-alone',
      comment: 'The example must be what people can copy: it talks to the service over HTTP.',
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
    // 5. No cycles, save between the two ends of a relation.
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: { pathNot: '^src/entities/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'This import leads nowhere.',
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
