/**
 * Imports run one way (ARCHITECTURE.md). Every rule here has a planted violation in scripts/check/planted.ts:
 * a rule without one, or one that no longer fires, fails `npm run check`.
 */
const feature = '^packages/server/src/features/([^/]+)/'
/** A file of one of these kinds: `queries.ts`, or `seat-queries.ts` where a feature has several, in the feature or in one of its rooms. */
const file = (kinds) => `.*\\b(${kinds})[.]ts$`
const isTest = '[.]test[.]tsx?$'
/** What the program for one file of another tool is made of, without what the server shares with it. */
const parsers = '/features/imports/(sources/(?!values|written-dates|trello-files)|reading/(?!clean|reading[.]))'

/**
 * The features of the server, each on the ones before it. A lower one never names a higher one: it tells what happened, and the higher
 * one listens. The order makes a cycle of features impossible.
 */
export const floors = [
  'outbox',
  'audit',
  'auth',
  'boards',
  'tokens',
  'cards',
  'activities',
  'sprints',
  'rooms',
  'estimations',
  'notifications',
  'slack',
  'webhooks',
  'github',
  'exports',
  'imports',
  'calendar',
  'read-links',
  'mcp',
  'dashboard',
  'admin',
  'maintenance',
  'system',
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that import each other cannot be understood, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      // Vite turns these into URLs and modules of its own.
      from: {},
      to: { couldNotResolve: true, pathNot: '[?](url|raw|react)$|^virtual:' },
    },
    {
      name: 'contract-is-alone',
      comment: 'Both sides agree on the contract, so it knows neither.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(packages/(server|web)|e2e|bench|scripts)/' },
    },
    {
      name: 'server-never-web',
      severity: 'error',
      from: { path: '^packages/server/' },
      to: { path: '^(packages/web|e2e|bench|scripts)/' },
    },
    {
      name: 'web-never-server',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^(packages/server|e2e|bench|scripts)/' },
    },
    {
      name: 'server-platform-knows-no-feature',
      severity: 'error',
      from: { path: '^packages/server/src/(platform|migrations)/', pathNot: isTest },
      to: { path: '^packages/server/src/(features/|app[.]ts|main[.]ts)' },
    },
    {
      name: 'server-platform-knows-no-table',
      comment: 'Migrations and the types of their tables are given to the platform by app.ts.',
      severity: 'error',
      from: { path: '^packages/server/src/platform/', pathNot: isTest },
      to: { path: '^packages/server/src/migrations/' },
    },
    {
      name: 'server-features-below-app',
      severity: 'error',
      from: { path: '^packages/server/src/features/', pathNot: isTest },
      to: { path: '^packages/server/src/(app|main)[.]ts' },
    },
    {
      name: 'server-main-is-the-top',
      severity: 'error',
      from: { path: '^packages/server/src/app[.]ts' },
      to: { path: '^packages/server/src/main[.]ts' },
    },
    {
      name: 'server-feature-inside',
      comment: 'routes, socket → commands → queries, policy, view: what answers a request is not used by what serves it.',
      severity: 'error',
      from: { path: `${feature}${file('queries|policy|view')}`, pathNot: isTest },
      to: { path: `^packages/server/src/features/$1/${file('routes|socket|commands')}` },
    },
    {
      name: 'server-commands-below-edge',
      severity: 'error',
      from: { path: `${feature}${file('commands')}`, pathNot: isTest },
      to: { path: `^packages/server/src/features/$1/${file('routes|socket')}` },
    },
    {
      name: 'server-policy-is-pure',
      comment: 'A policy decides on rows it is given; it may know their types, never fetch them.',
      severity: 'error',
      from: { path: `${feature}${file('policy')}`, pathNot: isTest },
      to: { path: `^packages/server/src/features/[^/]+/${file('queries')}`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-feature-to-feature',
      comment: 'Of another feature only what it offers: queries, policy, view, events, and the module that writes what is its own.',
      severity: 'error',
      from: { path: feature, pathNot: isTest },
      to: {
        path: '^packages/server/src/features/',
        pathNot: `^packages/server/src/features/($1/|[^/]+/${file('queries|policy|view|events|write')})`,
      },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: 'server-floors',
      comment: 'A feature names only those on lower floors.',
      severity: 'error',
      from: { path: `^packages/server/src/features/${floor}/`, pathNot: isTest },
      to: { path: `^packages/server/src/features/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'cards-are-written-in-one-place',
      comment: 'Only cards/write.ts compares before and after, and tells what happened.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: `^packages/server/src/features/cards/write[.]ts$|${isTest}` },
      to: { path: '^packages/server/src/features/cards/write-queries[.]ts$' },
    },
    {
      name: 'sqlite-has-one-face',
      comment: 'sqlite.ts is what the folder offers; how it keeps a file is its own.',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: '^packages/server/src/platform/sqlite/' },
      to: { path: '^packages/server/src/platform/sqlite/', pathNot: '/sqlite/sqlite[.]ts$' },
    },
    {
      name: 'pictures-are-decoded-elsewhere',
      comment: 'Only the program that is started for one picture loads the decoder, and no other one loads that program.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: `/pictures/draw-picture[.]ts$|${isTest}` },
      to: { path: '(^|node_modules/)sharp($|/)|/pictures/draw-picture[.]ts$' },
    },
    {
      name: 'files-are-parsed-elsewhere',
      comment:
        'Only the program that is started for one file loads the parsers: what they are given is anybody’s. The server reads single values.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: `${parsers}|${isTest}` },
      to: { path: `(^|node_modules/)(@streamparser|csv-parse)($|/)|${parsers}`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'kysely-in-queries-only',
      comment: 'SQL lives in queries.ts; the platform opens the database and migrations shape it.',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: `/${file('queries')}|^packages/server/src/platform/(database|deps|jobs|sqlite/)|^packages/server/src/migrations/|${isTest}`,
      },
      to: { path: '(^|node_modules/)kysely($|/)' },
    },
    {
      name: 'web-parts-know-no-feature',
      severity: 'error',
      from: { path: '^packages/web/src/(ui|lib|i18n)/', pathNot: isTest },
      to: { path: '^packages/web/src/(features/|app/|main[.]tsx)' },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      from: { path: '^packages/web/src/features/', pathNot: isTest },
      to: { path: '^packages/web/src/(app/|main[.]tsx)' },
    },
    {
      name: 'web-main-is-the-top',
      severity: 'error',
      from: { path: '^packages/web/src/app/' },
      to: { path: '^packages/web/src/main[.]tsx' },
    },
    {
      name: 'web-feature-to-feature',
      comment: 'Features of the web are put together in app/, never by each other.',
      severity: 'error',
      from: { path: '^packages/web/src/features/([^/]+)/' },
      to: { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: `${isTest}|^packages/web/src/test/` },
      to: { path: `${isTest}|^packages/[^/]+/test/|^packages/web/src/test/` },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What is imported is declared by the workspace that imports it, and a product needs no development dependency.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: `${isTest}|^packages/web/src/test/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/|[.](css|svg|woff2|json|png)$' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    // Playwright and Vitest mix CommonJS and modules; only our own sources matter here.
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
}
