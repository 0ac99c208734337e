import { retentionApi, retentionRules } from '@rodada/contract/instance/retention'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { addAudit } from '../audit/queries.ts'
import { getRetention, readRetention, updateRetention } from './retention-queries.ts'

/** How long growing data is kept: read and chosen by administrators. */
export function retentionRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(retentionApi.get, () => readRetention(db))

  route(retentionApi.update, (context) =>
    db.transaction().execute(async (trx) => {
      const before = await getRetention(trx)
      const settings = await updateRetention(trx, context.body)
      for (const rule of retentionRules) {
        if (settings[rule] === before[rule]) continue
        const details = { from: said(before[rule]), to: said(settings[rule]) }
        await addAudit(trx, context, { kind: 'retention.changed', subject: rule, details })
      }
      return settings
    }),
  )
}

const said = (days: number | null): string => (days === null ? '∞' : `${days} d`)
