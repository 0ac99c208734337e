import { Button } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { BlockingDialog } from '../dialogs/BlockingDialog.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { unsavedAgreement, votedTaskId } from './room-tasks.ts'
import { useTaskCards } from './use-task-cards.ts'

/** Goes on at once, or asks first while the table has agreed on something that no card has yet. */
export type GoOn = (go: () => void) => void

const GoOnContext = createContext<GoOn>((go) => go())

export const useGoOn = (): GoOn => use(GoOnContext)

type Props = { children: (goOn: GoOn) => ReactNode }

/** Asks before an agreed estimate is lost, whichever way the person leaves it. */
export function UnsavedQuestion({ children }: Props) {
  const session = useRoomSession()
  const map = useTaskCards().get(useRoom(votedTaskId) ?? 0)?.deck_points
  const points = useRoom((state) => unsavedAgreement(state, map))
  const round = useRoom((state) => state.room?.round)
  const [asked, setAsked] = useState<{ go: () => void; round: number | undefined } | null>(null)
  const goOn: GoOn = (go) => {
    const state = session.store.getState()
    if (unsavedAgreement(state, map) === null) go()
    else setAsked({ go, round: state.room?.round })
  }
  return (
    <GoOnContext value={goOn}>
      {children(goOn)}
      {/* What somebody else saved meanwhile needs no answer any more. */}
      {asked && asked.round === round && points !== null && <Question points={points} onBack={() => setAsked(null)} onGo={asked.go} />}
    </GoOnContext>
  )
}

type QuestionProps = { points: number; onBack: () => void; onGo: () => void }

function Question({ points, onBack, onGo }: QuestionProps) {
  const session = useRoomSession()
  const taskId = useRoom(votedTaskId)
  const title = useRoom((state) => state.tasks.find(({ id }) => id === taskId)?.title ?? '')
  const joined = useRoom((state) => state.joined)
  const mayWrite = useTaskCards().get(taskId ?? 0)?.can.write === true
  const [busy, setBusy] = useState(false)
  const words = { points: format.number(points), title }
  const go = () => {
    onBack()
    onGo()
  }
  const save = async () => {
    setBusy(true)
    const accepted = await session.saveEstimate(points)
    setBusy(false)
    if (accepted) go()
  }
  const text = mayWrite ? t('rooms:unsaved.text', words) : `${t('rooms:unsaved.text', words)} ${t('rooms:unsaved.cannot')}`
  return (
    <BlockingDialog
      title={t('rooms:unsaved.title', words)}
      text={text}
      onClose={onBack}
      actions={
        <>
          <Button variant="subtle" onClick={onBack} data-autofocus={!mayWrite || undefined}>
            {t('rooms:unsaved.back')}
          </Button>
          <Button variant={mayWrite ? 'default' : 'filled'} onClick={go}>
            {t('rooms:unsaved.without')}
          </Button>
          {mayWrite && (
            <Button variant="filled" loading={busy} disabled={!joined} onClick={() => void save()} data-autofocus>
              {t('rooms:unsaved.save', words)}
            </Button>
          )}
        </>
      }
    />
  )
}
