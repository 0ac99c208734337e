import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { SprintFailed, SprintMissing } from '../SprintStates.tsx'
import { SprintSessionContext, useSession, useSnapshot } from '../session/sprint-session.ts'
import { useSprintSession } from '../session/use-sprint-session.ts'
import { SprintBoardLoading } from './SprintBoardLoading.tsx'
import classes from './SprintBoardView.module.css'
import { SprintBoardView } from './SprintBoardView.tsx'

/** /sprint/:id/board: the sprint's tasks in their columns, kept current for as long as they are on screen. */
export function SprintBoardScreen() {
  const session = useSprintSession()
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
