import { Button, Popover } from '@mantine/core'
import { deckPresets } from '@rodada/contract/rooms/deck-texts'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { VoteButton } from '../../../ui/fields/VoteButton.tsx'
import { TaskPoints } from '../tasks/TaskPoints.tsx'
import classes from './EstimateButton.module.css'

type Props = { task: SprintTask; deck: readonly string[] | null; onEstimate: (points: number | null) => void }

/** The points that the faces of a deck are worth; those of the usual deck where it has sizes or none. */
function pointsIn(deck: readonly string[] | null): number[] {
  const numbers = (faces: readonly string[]) => faces.map((face) => Number(face.replace(',', '.'))).filter((value) => value > 0)
  const own = numbers(deck ?? [])
  return (own.length > 1 ? own : numbers(deckPresets.fibonacci)).filter((value) => value <= 21).slice(0, 8)
}

/** The estimate of a card, written with a tap on a face of the board's deck. */
export function EstimateButton({ task, deck, onEstimate }: Props) {
  const [opened, setOpened] = useState(false)
  const { estimate, title } = task
  const choose = (points: number | null) => {
    setOpened(false)
    if (points !== estimate) onEstimate(points)
  }
  const label = estimate === null ? t('planning:estimate', { title }) : t('planning:estimated', { title, points: format.points(estimate) })
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" radius="lg" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.button} data-estimate aria-label={label} title={label} onClick={() => setOpened(!opened)}>
          {estimate === null ? (
            <span className={classes.none} aria-hidden="true">
              –
            </span>
          ) : (
            <TaskPoints points={estimate} />
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('planning:estimateOf', { key: task.key })}>
        <p className={classes.title}>{t('planning:estimateOf', { key: task.key })}</p>
        <div className={classes.deck}>
          {pointsIn(deck).map((points) => (
            <button key={points} type="button" aria-pressed={points === estimate} onClick={() => choose(points)}>
              {format.number(points)}
            </button>
          ))}
        </div>
        <div className={classes.more}>
          {estimate !== null && (
            <Button variant="subtle" size="sm" onClick={() => choose(null)}>
              {t('planning:noEstimate')}
            </Button>
          )}
          <VoteButton variant="subtle" size="sm" cardIds={[task.id]} roomName={title} label={t('planning:toTable')} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
