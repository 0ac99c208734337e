import { Button } from '@mantine/core'
import { type Import, importsApi } from '@rodada/contract/boards/imports'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { Figures } from '../../ui/page/Figures.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { importQuery } from './api.ts'
import classes from './Imports.module.css'
import { LeftOut } from './LeftOut.tsx'

/** What somebody changed since, and so is no part of what was undone. */
const isStayed = ({ kind }: Import['warnings'][number]): boolean => kind === 'changed_since'

/** What came of it: a board, which can be taken back for a while; or nothing, and why. */
export function Over({ data }: { data: Import }) {
  const stayed = data.warnings.find(isStayed)
  const { id, status } = data
  // Who reads here why it did not work needs no notification of it. Where the call fails, it stays unread.
  useEffect(() => {
    if (status === 'failed') call(notificationsApi.readAll, { body: { import_id: id } }).catch(() => undefined)
  }, [id, status])
  if (data.status !== 'done')
    return (
      <EmptyState
        art="board"
        level={2}
        title={t(`imports:status.${data.status}`)}
        text={data.message ?? (stayed ? [stayed.text, ...stayed.subjects].join(' · ') : t('imports:over.nothing'))}
        action={
          <LinkButton to="/trazer" search={{}} variant="filled">
            {t('imports:over.again')}
          </LinkButton>
        }
      />
    )
  return <Done data={data} />
}

function Done({ data }: { data: Import }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const { plan, board_id, undo_until } = data
  const canUndo = undo_until !== null && Date.parse(undo_until) > Date.now()
  const undo = async () => {
    setSending(true)
    try {
      queryClient.setQueryData(importQuery(data.id).queryKey, await call(importsApi.undo, { params: { importId: data.id } }))
      void queryClient.invalidateQueries({ queryKey: ['boards'] })
    } catch (reason) {
      tellProblem(t('imports:failed'), reason)
    }
    setSending(false)
  }
  return (
    <>
      {board_id !== null && (
        <div className={classes.actions}>
          <LinkButton to="/board/$boardId" params={{ boardId: String(board_id) }} variant="filled">
            {t('imports:done.open')}
          </LinkButton>
        </div>
      )}
      <div className={classes.parts}>
        {plan && (
          <Figures
            label={t('imports:figures.label')}
            figures={(['cards', 'comments', 'attachments', 'moves'] as const).map((key) => ({
              key,
              label: t(`imports:figures.${key}`),
              value: format.integer(plan.totals[key]),
            }))}
          />
        )}
        <LeftOut warnings={data.warnings.filter((warning) => !isStayed(warning))} title={t('imports:done.leftOut')} />
      </div>
      {canUndo && (
        <div className={classes.undo}>
          <p>
            <b>{t('imports:done.undoTitle')}</b>
            <small>
              {t(plan?.board.exists ? 'imports:done.undoTextUpdate' : 'imports:done.undoText', { date: format.dateTime(undo_until) })}
            </small>
          </p>
          {asking ? (
            <>
              <Button variant="subtle" onClick={() => setAsking(false)}>
                {t('cancel')}
              </Button>
              <Button variant="danger" autoFocus loading={sending} onClick={() => void undo()}>
                {t('imports:done.undoSure')}
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsking(true)}>{t('imports:done.undo')}</Button>
          )}
        </div>
      )}
      <div className={classes.undo}>
        <p>
          <b>{t('imports:done.againTitle')}</b>
          <small>{t('imports:done.againText')}</small>
        </p>
        <LinkButton to="/trazer" search={{}}>
          {t('imports:done.again')}
        </LinkButton>
      </div>
    </>
  )
}
