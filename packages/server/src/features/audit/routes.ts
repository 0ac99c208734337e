import { Readable } from 'node:stream'
import { type AuditFilter, auditApi } from '@rodada/contract/instance/audit'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { csvHead, csvLine } from './csv-view.ts'
import { addAudit, listAudit } from './queries.ts'

const rowsAtOnce = 500

/** The audit log, for administrators. */
export function auditRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(auditApi.list, ({ query }) => listAudit(db, query))

  route(auditApi.export, async (context) => {
    await addAudit(db, context, { kind: 'audit.exported' })
    return { name: `rodada-auditoria-${new Date().toISOString().slice(0, 10)}.csv`, content: Readable.from(csv(db, context.query)) }
  })
}

/** Page by page, so that a year of entries does not fill the memory. */
async function* csv(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHead()
  let before: number | null | undefined
  while (before !== null) {
    const page = await listAudit(db, { ...filter, ...(before !== undefined && { before }), limit: rowsAtOnce })
    yield page.entries.map(csvLine).join('')
    before = page.next
  }
}
