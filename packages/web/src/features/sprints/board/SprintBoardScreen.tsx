import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { usePageName } from '../../../lib/page-name.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { SprintFailed, SprintMissing } from '../SprintStates.tsx'
import { SprintBoardLoading } from './SprintBoardLoading.tsx'
import classes from './SprintBoardView.module.css'
import { SprintBoardView } from './SprintBoardView.tsx'
import { openSprintSession, type SprintSession, SprintSessionContext, useSession, useSnapshot } from './sprint-session.ts'

/** /sprint/:id/board: the sprint's tasks in their columns, kept current for as long as they are on screen. */
export function SprintBoardScreen() {
  const sprintId = Number(useParams({ strict: false }).sprintId)
  const [session, setSession] = useState<SprintSession | null>(null)
  useEffect(() => {
    const opened = openSprintSession(sprintId)
    setSession(opened)
    return () => {
      opened.sync.close()
      setSession(null)
    }
  }, [sprintId])
  if (!session) return <SprintBoardLoading />
  return (
    <SprintSessionContext value={session}>
      <Phases />
    </SprintSessionContext>
  )
}

function Phases() {
  const { sync } = useSession()
  const phase = useSnapshot((snapshot) => snapshot.phase)
  const board = useSnapshot((snapshot) => snapshot.board)
  usePageName(board?.frame.sprint.name)
  if (phase === 'missing' || phase === 'gone') return <Missing />
  if (phase === 'error')
    return (
      <div className={classes.middle}>
        <SprintFailed reason={null} title={t('sprints:problems.loadBoard')} onRetry={() => void sync.reload()} />
      </div>
    )
  return board ? <SprintBoardView board={board} /> : <SprintBoardLoading />
}

function Missing() {
  useEffect(() => {
    document.getElementById('conteudo')?.focus({ preventScroll: true })
    announce(t('sprints:missing.title'), 'assertive')
  }, [])
  return (
    <div className={classes.middle}>
      <SprintMissing />
    </div>
  )
}
