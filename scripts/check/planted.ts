/**
 * A small product that breaks every rule of .dependency-cruiser.mjs once, and next to each breach something allowed.
 * `breaches` says which file must be caught by which rule; every other file must pass.
 */
export const files: Record<string, string> = {
  'packages/contract/package.json': '{"name":"@rodada/contract","exports":{"./*":"./src/*.ts"},"dependencies":{"zod":"1"}}',
  'packages/server/package.json':
    '{"name":"@rodada/server","dependencies":{"@rodada/contract":"1","kysely":"1"},"devDependencies":{"socket.io-client":"1"}}',
  'packages/web/package.json': '{"name":"@rodada/web","dependencies":{"@rodada/contract":"1"}}',

  'packages/contract/src/fine.ts': "import 'zod'\nexport type Fine = 1",
  'packages/contract/src/nosy.ts': "import type { A } from '../../server/src/features/a/queries.ts'\nexport type Nosy = A",

  'packages/server/src/main.ts': 'export type Entry = 1',
  'packages/server/src/app.ts':
    "import './features/a/routes.ts'\nimport './features/b/routes.ts'\nimport './platform/log.ts'\nimport type { Entry } from './main.ts'",
  'packages/server/src/app.test.ts': "import './main.ts'\nimport '../test/harness.ts'\nimport 'socket.io-client'",
  'packages/server/test/harness.ts': "import 'kysely'",
  'packages/server/src/platform/log.ts': "import type { Fine } from '@rodada/contract/fine'\nexport const log: Fine = 1",
  'packages/server/src/platform/database.ts': "import 'kysely'",
  'packages/server/src/platform/database/sqlite.ts': "import 'kysely'",
  'packages/server/src/migrations/0001-first.ts': "import 'kysely'",
  'packages/server/src/platform/curious.ts': "import '../features/a/queries.ts'",
  'packages/server/src/platform/sql.ts': "import type { Kysely } from 'kysely'\nexport type Db = Kysely<never>",
  'packages/server/src/features/a/routes.ts':
    "import './commands.ts'\nimport './queries.ts'\nimport './policy.ts'\nimport './view.ts'\nimport '../../platform/log.ts'",
  'packages/server/src/features/a/commands.ts':
    "import './queries.ts'\nimport '../b/queries.ts'\nimport '../b/policy.ts'\nimport '../b/vote-queries.ts'",
  'packages/server/src/features/a/queries.ts': "import 'kysely'\nexport type A = 1",
  'packages/server/src/features/a/policy.ts': "import type { A } from './queries.ts'\nexport type Allowed = A",
  'packages/server/src/features/a/view.ts': 'export {}',
  'packages/server/src/features/a/upward.ts': "import '../../app.ts'",
  'packages/server/src/features/a/sideways.ts': "import '../b/view.ts'",
  'packages/server/src/features/a/circle.ts': "import './ring.ts'",
  'packages/server/src/features/a/ring.ts': "import './circle.ts'",
  'packages/server/src/features/a/lost.ts': "import './nowhere.ts'",
  'packages/server/src/features/a/harnessed.ts': "import '../../../test/harness.ts'",
  'packages/server/src/features/a/tooled.ts': "import 'socket.io-client'",
  'packages/server/src/features/a/webby.ts': "import '../../../../web/src/lib/format.ts'",
  'packages/server/src/features/b/vote-queries.ts': "import 'kysely'",
  'packages/server/src/features/b/routes.ts': 'export {}',
  'packages/server/src/features/b/queries.ts': 'export {}',
  'packages/server/src/features/b/policy.ts': 'export {}',
  'packages/server/src/features/b/view.ts': 'export {}',
  'packages/server/src/features/c/routes.ts': 'export {}',
  'packages/server/src/features/c/socket.ts': 'export {}',
  'packages/server/src/features/c/queries.ts': "import './routes.ts'",
  'packages/server/src/features/c/commands.ts': "import './socket.ts'",
  'packages/server/src/features/c/policy.ts': "import { rows } from './all-queries.ts'\nexport const seen = rows",
  'packages/server/src/features/c/all-queries.ts': 'export const rows = 1',

  'packages/web/src/main.tsx': "import './app/router.tsx'\nexport const main = 1",
  'packages/web/src/app/router.tsx': "import '../features/x/Screen.tsx'\nimport '../features/y/Screen.tsx'",
  'packages/web/src/features/x/Screen.tsx': "import '../../ui/Card.tsx'\nimport '../../lib/format.ts'",
  'packages/web/src/features/y/Screen.tsx': 'export {}',
  'packages/web/src/features/x/nosy.ts': "import '../y/Screen.tsx'",
  'packages/web/src/features/x/upward.ts': "import '../../app/theme.ts'",
  'packages/web/src/features/x/backend.ts': "import '../../../../server/src/platform/log.ts'",
  'packages/web/src/ui/Card.tsx': 'export {}',
  'packages/web/src/ui/Clever.tsx': "import '../features/x/Screen.tsx'",
  'packages/web/src/lib/format.ts': 'export {}',
  'packages/web/src/app/theme.ts': 'export {}',
  'packages/web/src/app/loop.ts': "import { main } from '../main.tsx'\nexport const again = main",
}

/** File → the one rule that must catch it. */
export const breaches: Record<string, string> = {
  'packages/contract/src/nosy.ts': 'contract-is-alone',
  'packages/server/src/app.ts': 'server-main-is-the-top',
  'packages/server/src/platform/curious.ts': 'server-platform-knows-no-feature',
  'packages/server/src/platform/sql.ts': 'kysely-in-queries-only',
  'packages/server/src/features/a/upward.ts': 'server-features-below-app',
  'packages/server/src/features/a/sideways.ts': 'server-feature-to-feature',
  'packages/server/src/features/a/circle.ts': 'no-cycles',
  'packages/server/src/features/a/lost.ts': 'no-unresolved',
  'packages/server/src/features/a/harnessed.ts': 'no-test-code-in-the-product',
  'packages/server/src/features/a/tooled.ts': 'no-undeclared-package',
  'packages/server/src/features/a/webby.ts': 'server-never-web',
  'packages/server/src/features/c/queries.ts': 'server-feature-inside',
  'packages/server/src/features/c/commands.ts': 'server-commands-below-edge',
  'packages/server/src/features/c/policy.ts': 'server-policy-is-pure',
  'packages/web/src/features/x/nosy.ts': 'web-feature-to-feature',
  'packages/web/src/features/x/upward.ts': 'web-features-below-app',
  'packages/web/src/features/x/backend.ts': 'web-never-server',
  'packages/web/src/ui/Clever.tsx': 'web-parts-know-no-feature',
  'packages/web/src/app/loop.ts': 'web-main-is-the-top',
}
