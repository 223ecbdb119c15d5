// Allowed imports between folders. They point down only; see CONTRIBUTING.md.
const areas = 'sso|forum|backend|notifications';
/** Parts of src whose test fixtures are in a folder of contract-tests/fixtures. */
const parts = `${areas}|api-reference|client|composition|protocol|runtime|typed-contract|web`;

module.exports = {
  forbidden: [
    {
      name: 'protocol-imports-nothing-of-ours',
      comment: 'Protocol rules are pure and portable: they import no other part of the platform.',
      severity: 'error',
      from: { path: '^src/protocol/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src/(?!protocol/)|generated/|cli/|scripts/|contract-tests/)' },
    },
    {
      name: 'typed-contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/typed-contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src/(?!typed-contract/)|cli/|scripts/|contract-tests/)' },
    },
    {
      name: 'generated-imports-contract-types-only',
      severity: 'error',
      from: { path: '^generated/' },
      to: { path: '^(src/(?!typed-contract/)|cli/|scripts/|contract-tests/)' },
    },
    {
      name: 'runtime-imports-no-area',
      severity: 'error',
      from: { path: '^src/runtime/', pathNot: '\\.test\\.ts$' },
      to: { path: `^(src/(${areas}|client|web|main|settings)|generated/|cli/|scripts/|contract-tests/)` },
    },
    {
      name: 'areas-talk-over-http',
      comment: 'An area never imports another area: it calls its generated client.',
      severity: 'error',
      from: { path: `^src/(${areas})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/(${areas})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'sql-only-in-the-store',
      comment:
        'SQL stands in the stores of a feature and in the rows that they share: handlers and rules import no query builder.',
      severity: 'error',
      from: {
        path: `^src/(${areas})/`,
        pathNot:
          '(/migrations/|-(store|rows|event-bus)\\.ts|/(database|stores|background-work|event-bus)\\.ts|\\.test\\.ts)',
      },
      to: { path: 'node_modules/(kysely|pg|@electric-sql)' },
    },
    {
      name: 'client-imports-no-service',
      comment: 'The published client library imports neither services nor databases.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `^(src/(?!client/|typed-contract/|protocol/)|cli/|scripts/|contract-tests/|node_modules/(fastify|kysely|pg)/)`,
      },
    },
    {
      name: 'product-imports-no-scripts',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^scripts/' },
    },
    {
      name: 'only-tests-import-fixtures',
      comment: 'Fixtures are for tests: product code imports nothing of contract-tests.',
      severity: 'error',
      from: { path: '^(src|cli|generated)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^contract-tests/' },
    },
    {
      name: 'tests-beside-code-import-fixtures-only',
      severity: 'error',
      from: { path: '^(src|cli)/' },
      to: { path: '^contract-tests/(?!fixtures/)' },
    },
    {
      name: 'toolkit-imports-clients-only',
      severity: 'error',
      from: { path: '^cli/(?!platform/)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(?!client/|typed-contract/|protocol/)' },
    },
    {
      name: 'gateway-is-a-room-by-itself',
      comment: 'The gateway verifies with the client library, on the runtime; it knows no area and no composition.',
      severity: 'error',
      from: { path: '^src/gateway/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src/(?!gateway/|client/|protocol/|runtime/)|generated/|cli/|scripts/|contract-tests/)' },
    },
    {
      name: 'nothing-imports-the-gateway',
      comment: 'Only the program that starts it.',
      severity: 'error',
      from: { path: '^(src/(?!gateway/)|cli/(?!platform/))' },
      to: { path: '^src/gateway/' },
    },
    {
      name: 'contract-tests-are-black-box',
      comment: 'Over HTTP, processes and files; through the generated clients and the published client library.',
      severity: 'error',
      from: { path: '^contract-tests/', pathNot: `^contract-tests/fixtures/(${parts})/` },
      to: { path: `^src/(${areas}|web)/` },
    },
    {
      name: 'contract-tests-import-no-scripts',
      comment: 'Scripts use the fixtures; contract tests run scripts as processes.',
      severity: 'error',
      from: { path: '^contract-tests/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'fixtures-of-one-area',
      comment: 'contract-tests/fixtures/<area>/ prepares the internals of src/<area> for the tests beside its code.',
      severity: 'error',
      from: { path: `^contract-tests/fixtures/(${parts})/` },
      to: { path: `^src/(${areas}|web)/`, pathNot: '^src/$1/' },
    },
    {
      name: 'black-box-tests-import-no-area-fixtures',
      comment: 'The fixtures of an area open its internals; those of client, protocol and runtime do not.',
      severity: 'error',
      from: { path: '^contract-tests/', pathNot: '^contract-tests/fixtures/' },
      to: { path: `^contract-tests/fixtures/(${areas}|web)/` },
    },
    {
      name: 'html-imports-nothing-of-ours',
      comment: 'The HTML template tag is shared by the web pages, the API references and the documentation site.',
      severity: 'error',
      from: { path: '^src/html/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src/(?!html/)|generated/|cli/|scripts/|contract-tests/)' },
    },
    {
      name: 'api-reference-is-below-web',
      comment: 'Services serve their references without the pages of the web service.',
      severity: 'error',
      from: { path: '^src/api-reference/', pathNot: '\\.test\\.ts$' },
      to: { path: `^(src/(${areas}|client|composition|runtime|web)/|generated/|cli/|scripts/|contract-tests/)` },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dev-dependency-at-run-time',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/bin/cli\\.mjs$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
};
