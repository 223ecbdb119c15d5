// The import arrows of the house: they point down only. See CONTRIBUTING.md.
const areas = 'sso|forum|backend|notifications';

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
      name: 'contract-imports-nothing-of-ours',
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
      name: 'chassis-knows-no-area',
      severity: 'error',
      from: { path: '^src/runtime/', pathNot: '\\.test\\.ts$' },
      to: { path: `^(src/(${areas}|client|web|main|settings)|generated/|cli/|scripts/|contract-tests/)` },
    },
    {
      name: 'areas-talk-over-http',
      comment: 'An area never imports another one: it calls it through its generated client.',
      severity: 'error',
      from: { path: `^src/(${areas})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/(${areas})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'sql-stands-in-the-store',
      comment: 'Operations go through the nouns and the store of their area; they know no database.',
      severity: 'error',
      from: { path: `^src/(${areas})/operations/` },
      to: { path: '(node_modules/(kysely|pg|@electric-sql)|^src/runtime/(database|migrations))' },
    },
    {
      name: 'client-is-for-others',
      comment: 'What other people import knows neither services nor databases.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `^(src/(?!client/|typed-contract/|protocol/)|cli/|scripts/|contract-tests/|node_modules/(fastify|kysely|pg)/)`,
      },
    },
    {
      name: 'what-runs-needs-no-scripts',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'nothing-stands-on-contract-tests',
      comment: 'They judge the whole from outside. What they share with tests beside the code is in a testing/ folder.',
      severity: 'error',
      from: { path: '^(src|cli)/' },
      to: { path: '^contract-tests/' },
    },
    {
      name: 'toolkit-goes-through-clients',
      severity: 'error',
      from: { path: '^cli/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(?!client/|typed-contract/|protocol/)' },
    },
    {
      name: 'contract-tests-are-black-box',
      comment: 'Over HTTP, processes and files; through the generated clients and the published client library.',
      severity: 'error',
      from: { path: '^contract-tests/' },
      to: { path: `^src/(${areas}|web)/` },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'no-dev-dependency-at-run-time',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^node_modules|/bin/cli\\.mjs$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
};
