import { Button } from '@mantine/core'
import { type Import, importsApi } from '@rodada/contract/boards/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { importQuery } from './api.ts'
import classes from './Imports.module.css'

/** How far it is. The page may be closed meanwhile. */
export function UnderWay({ data }: { data: Import }) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const { phase, progress, done, total, files_done, files_total } = data
  const stop = async () => {
    setSending(true)
    try {
      queryClient.setQueryData(importQuery(data.id).queryKey, await call(importsApi.cancel, { params: { importId: data.id } }))
    } catch (reason) {
      tellProblem(t('imports:failed'), reason)
    }
    setSending(false)
  }
  const isCounted = phase === 'cards' || phase === 'relations' || phase === 'files'
  const counted =
    phase === 'files'
      ? t('imports:way.filesOf', { done: format.integer(files_done), count: files_total, total: format.integer(files_total) })
      : t('imports:way.cardsOf', { done: format.integer(done), count: total, total: format.integer(total) })
  return (
    <section className={classes.progress} aria-label={t('imports:way.label')}>
      <p role="status">{t(`imports:way.${phase ?? 'reading'}`)}</p>
      {isCounted && (
        <p className={classes.big}>
          <b>
            {progress}
            <small>%</small>
          </b>
          <span>{counted}</span>
        </p>
      )}
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('imports:way.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isCounted ? progress : undefined}
        data-unknown={!isCounted || undefined}
      >
        <i style={{ width: `${isCounted ? progress : 100}%` }} />
      </div>
      <footer>
        <p>{t('imports:way.closable')}</p>
        {phase !== 'undoing' && (
          <Button onClick={() => void stop()} loading={sending}>
            {t(data.status === 'running' ? 'imports:way.stop' : 'cancel')}
          </Button>
        )}
      </footer>
    </section>
  )
}
