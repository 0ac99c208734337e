import { Button, NativeSelect } from '@mantine/core'
import { agreedEstimate, deckNumbers, suggestedEstimate } from '@rodada/contract/results'
import { IconArrowRight, IconCheck, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { useRoom, useRoomSession } from './room-context.ts'
import { mayReveal } from './room-selectors.ts'
import type { Reveal } from './room-state.ts'
import { nextOf, pointsText, savedOf, votedTaskId } from './room-tasks.ts'
import classes from './SaveEstimate.module.css'
import { useGoOn } from './UnsavedQuestion.tsx'
import { useTaskCards } from './use-task-cards.ts'

const noDeck: string[] = []

/**
 * What follows a reveal: save what the table agreed on, the next task, another voting. Only one of them is filled: saving and going on
 * after an agreement, the next task once it is saved, otherwise another voting.
 */
export function Onward({ reveal }: { reveal: Reveal }) {
  const allowed = useRoom(mayReveal)
  const next = useRoom(nextOf)
  const saved = useRoom(savedOf)
  const taskId = useRoom(votedTaskId)
  const deck = useRoom((state) => state.room?.deck ?? noDeck)
  const card = useTaskCards().get(taskId ?? 0)
  const cards = reveal.votes.map(({ vote }) => vote)
  const agreed = agreedEstimate(cards)
  const suggested = agreed ?? suggestedEstimate(cards, deck)
  const canSave = card?.can.write === true && suggested !== null
  const savesFirst = canSave && agreed !== null && saved === null
  const goesOn = allowed && next !== undefined
  return (
    <>
      {canSave ? (
        <SaveEstimate suggested={suggested} title={card.title} filled={savesFirst} goesOn={goesOn && savesFirst} />
      ) : (
        saved !== null && (
          <p className={classes.saved}>
            <IconCheck size={16} stroke={2} aria-hidden /> {t('rooms:tasks.saved', { points: pointsText(saved) })}
          </p>
        )
      )}
      <div className={classes.onward}>
        {goesOn && saved !== null && <NextTask title={next.title} filled />}
        <Again filled={!savesFirst && !(goesOn && saved !== null)} />
        {goesOn && saved === null && <NextTask title={next.title} filled={false} />}
      </div>
    </>
  )
}

type SaveProps = { suggested: number; title: string; filled: boolean; goesOn: boolean }

/** For whoever may write the points to the card. */
function SaveEstimate({ suggested, title, filled, goesOn }: SaveProps) {
  const session = useRoomSession()
  const saved = useRoom(savedOf)
  const onTable = useRoom((state) => state.selectedTask?.task_id === votedTaskId(state))
  const deck = useRoom((state) => state.room?.deck ?? noDeck)
  const joined = useRoom((state) => state.joined)
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const estimate = chosen ?? saved ?? suggested
  const options = [...new Set([...deckNumbers(deck), estimate])].sort((a, b) => a - b)
  const isSaved = estimate === saved
  const points = format.number(estimate)

  const save = async () => {
    setBusy(true)
    const accepted = await (goesOn ? session.nextTask(estimate) : session.saveEstimate(estimate))
    setBusy(false)
    if (accepted) announce(t('rooms:tasks.savedNews'))
  }
  return (
    <>
      {!onTable && (
        <p className={classes.which} id="save-which" title={title}>
          {t('rooms:tasks.saveWhich', { title })}
        </p>
      )}
      <div className={classes.row}>
        <NativeSelect
          className={classes.points}
          aria-label={t('rooms:tasks.agreed')}
          value={String(estimate)}
          data={options.map((value) => ({ value: String(value), label: format.number(value) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
        <Button
          className={classes.button}
          variant={filled ? 'filled' : 'default'}
          loading={busy}
          disabled={!joined || isSaved}
          aria-describedby={onTable ? undefined : 'save-which'}
          leftSection={isSaved && <IconCheck aria-hidden />}
          onClick={() => void save()}
        >
          {isSaved
            ? t('rooms:tasks.saved', { points: pointsText(saved) })
            : t(goesOn ? 'rooms:tasks.saveAndNext' : 'rooms:tasks.save', { points })}
        </Button>
      </div>
    </>
  )
}

function Again({ filled }: { filled: boolean }) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const allowed = useRoom(mayReveal)
  const keys = useSingleKeys()
  const goOn = useGoOn()
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      className={classes.again}
      disabled={!joined || !allowed}
      title={allowed ? undefined : t('rooms:table.moderatorsOnly')}
      aria-keyshortcuts={keys ? 'r' : undefined}
      onClick={() => goOn(session.reset)}
      leftSection={<IconRefresh aria-hidden />}
    >
      {t('rooms:table.newVoting')}
    </Button>
  )
}

function NextTask({ title, filled }: { title: string; filled: boolean }) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const goOn = useGoOn()
  return (
    <Button
      variant={filled ? 'filled' : 'subtle'}
      className={classes.next}
      disabled={!joined}
      onClick={() => goOn(() => void session.nextTask())}
      title={title}
      rightSection={<IconArrowRight aria-hidden />}
    >
      {t('rooms:tasks.next')}
    </Button>
  )
}
