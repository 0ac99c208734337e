import { Button, NativeSelect } from '@mantine/core'
import { deckNumbers, suggestedEstimate } from '@rodada/contract/results'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { useRoom, useRoomSession } from './room-context.ts'
import type { Reveal } from './room-state.ts'
import { pointsText, votedTaskId } from './room-tasks.ts'
import classes from './SaveEstimate.module.css'
import { useTaskCards } from './use-task-cards.ts'

const noDeck: string[] = []

/** After the reveal of a card of a board: what the table agreed on, for whoever may write it to the card. */
export function SaveEstimate({ reveal }: { reveal: Reveal }) {
  const session = useRoomSession()
  const taskId = useRoom(votedTaskId)
  const saved = useRoom((state) => state.tasks.find(({ id }) => id === taskId)?.estimate ?? null)
  const onTable = useRoom((state) => state.selectedTask?.task_id === taskId)
  const deck = useRoom((state) => state.room?.deck ?? noDeck)
  const joined = useRoom((state) => state.joined)
  const card = useTaskCards().get(taskId ?? 0)
  const suggested = suggestedEstimate(
    reveal.votes.map(({ vote }) => vote),
    deck,
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const estimate = chosen ?? suggested
  const options = [...new Set([...deckNumbers(deck), ...(estimate === null ? [] : [estimate])])].sort((a, b) => a - b)
  const canSave = card?.can.write === true && estimate !== null

  const save = async () => {
    if (estimate === null) return
    setBusy(true)
    const accepted = await session.saveEstimate(estimate)
    setBusy(false)
    if (accepted) announce(t('rooms:tasks.savedNews'))
  }
  if (!canSave)
    return saved === null ? null : (
      <p className={classes.saved}>
        <IconCheck size={16} stroke={2} aria-hidden /> {t('rooms:tasks.saved', { points: pointsText(saved) })}
      </p>
    )
  const isSaved = estimate === saved
  return (
    <>
      {!onTable && (
        <p className={classes.which} id="save-which" title={card.title}>
          {t('rooms:tasks.saveWhich', { title: card.title })}
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
          loading={busy}
          disabled={!joined || isSaved}
          aria-describedby={onTable ? undefined : 'save-which'}
          leftSection={isSaved && <IconCheck aria-hidden />}
          onClick={() => void save()}
        >
          {isSaved ? t('rooms:tasks.saved', { points: pointsText(saved) }) : t('rooms:tasks.save', { points: format.number(estimate) })}
        </Button>
      </div>
    </>
  )
}

/** Leads to the next of the room's tasks that has no estimate yet. */
export function NextTask() {
  const session = useRoomSession()
  const current = useRoom((state) => state.selectedTask?.task_id ?? null)
  const next = useRoom((state) => state.tasks.find(({ id, estimate }) => estimate === null && id !== current) ?? null)
  const joined = useRoom((state) => state.joined)
  if (!next) return null
  const go = async () => {
    if (await session.selectTask({ task_id: next.id })) session.reset()
  }
  return (
    <Button
      variant="subtle"
      className={classes.next}
      disabled={!joined}
      onClick={() => void go()}
      title={next.title}
      rightSection={<IconArrowRight aria-hidden />}
    >
      {t('rooms:tasks.next')}
    </Button>
  )
}
