import { Button } from '@mantine/core'
import { maintenanceApi, type Operation } from '@rodada/contract/instance/maintenance'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import shared from '../settings.module.css'
import { isRunning, operationsQuery, statusQuery, useOperate } from './api.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { sizeText } from './sizes.ts'

/** Caches and the database put in order. */
export function UpkeepPanel() {
  const { data: operations = [] } = useQuery(operationsQuery)
  const { data: status } = useQuery(statusQuery)
  const [asking, setAsking] = useState(false)
  const operate = useOperate()
  const running = operations.find(isRunning)
  const last = operations.find(({ kind }) => kind === 'optimize')
  const optimize = () => operate.mutateAsync('optimize').catch((reason: unknown) => tellProblem(t('system:upkeep.optimizeFailed'), reason))
  return (
    <Panel title={t('system:upkeep.title')}>
      <div className={shared.rows}>
        <CacheRow />
        <div>
          <div className={shared.row}>
            <div>
              <h3>{t('system:upkeep.optimize')}</h3>
              <p className={shared.hint}>{last && !isRunning(last) ? said(last) : t('system:upkeep.optimizeHint')}</p>
            </div>
            <Button disabled={running !== undefined} onClick={() => setAsking(true)}>
              {t('system:upkeep.optimizeAction')}
            </Button>
          </div>
          {running?.kind === 'optimize' && <OperationProgress operation={running} />}
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('system:upkeep.optimizeQuestion')}
          text={status?.database.engine === 'postgres' ? t('system:upkeep.optimizePostgres') : t('system:upkeep.optimizeSqlite')}
          action={t('system:upkeep.optimizeAction')}
          danger={false}
          onConfirm={optimize}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

const said = ({ state, result, ended_at }: Operation): string =>
  state === 'failed'
    ? t(`system:failures.${result.failure ?? 'unexpected'}`)
    : t('system:upkeep.optimized', {
        when: format.dateTime(ended_at ?? new Date()),
        before: sizeText(result.before ?? 0),
        after: sizeText(result.after ?? 0),
      })

/** The caches of this browser and of the server's processes. */
function CacheRow() {
  const client = useQueryClient()
  const clear = useMutation({
    mutationFn: async () => {
      const cleared = await call(maintenanceApi.clearCache)
      const answers = client.getQueryCache().getAll().length
      // Screens that are open ask again; what nobody looks at is gone.
      client.removeQueries({ type: 'inactive' })
      await client.invalidateQueries()
      return { ...cleared, answers }
    },
    onSuccess: ({ statements, answers, processes }) =>
      toast(t('system:upkeep.cacheCleared'), {
        detail: t('system:upkeep.cacheClearedMore', {
          statements: t('system:upkeep.statements', { count: statements }),
          processes: t('system:upkeep.processes', { count: processes }),
          answers: t('system:upkeep.answers', { count: answers }),
        }),
      }),
    onError: (reason) => tellProblem(t('system:upkeep.cacheFailed'), reason),
  })
  return (
    <div className={shared.row}>
      <div>
        <h3>{t('system:upkeep.cache')}</h3>
        <p className={shared.hint}>{t('system:upkeep.cacheHint')}</p>
      </div>
      <Button loading={clear.isPending} onClick={() => clear.mutate()}>
        {t('system:upkeep.cacheAction')}
      </Button>
    </div>
  )
}
