import { Button } from '@mantine/core'
import { type DeckPoints, deckNumbers, numberOf, pointsOf, sizesOf } from '@rodada/contract/rooms/faces'
import { agreedCardOf } from '@rodada/contract/rooms/results'
import { IconArrowRight, IconCheck, IconCornerDownLeft, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { useSingleKeys } from '../../../lib/device/single-keys.ts'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { deckOf, mayReveal } from '../session/room-selectors.ts'
import type { Reveal } from '../session/room-state.ts'
import { nextOf, savedOf, votedTaskId } from '../tasks/room-tasks.ts'
import { RoomTasksDialog } from '../tasks/TaskBar.tsx'
import { useGoOn } from '../tasks/UnsavedQuestion.tsx'
import { useTaskCards } from '../tasks/use-task-cards.ts'
import classes from './Onward.module.css'
import type { Reading } from './vote-reading.ts'

const noPoints: DeckPoints = {}

type Props = { reveal: Reveal; reading: Reading | null; quiet: boolean }

/**
 * Where a reveal leads. One button leads, and Enter does it: saving what the table agreed on and going on, once that is done the next
 * task, otherwise another voting. Without an agreement no value is proposed. `quiet` while something else asks to be filled in.
 */
export function Onward({ reveal, reading, quiet }: Props) {
  const session = useRoomSession()
  const allowed = useRoom(mayReveal)
  const next = useRoom(nextOf)
  const saved = useRoom(savedOf)
  const taskId = useRoom(votedTaskId)
  const onTable = useRoom((state) => state.selectedTask?.task_id === votedTaskId(state))
  const card = useTaskCards().get(taskId ?? 0)
  const [picking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const deck = useRoom(deckOf)
  const goOn = useGoOn()
  const map = card?.deck_points ?? noPoints
  const canSave = card?.can.write === true
  const face = chosen ?? (saved === null ? agreedCardOf(reveal.votes.map(({ vote }) => vote)) : null)
  const value = face === null ? null : (pointsOf(face, map) ?? null)
  const values = [...deckNumbers(deck).map(String), ...sizesOf(deck).filter((size) => pointsOf(size, map) !== undefined)]
  const goesOn = allowed && next !== undefined
  const lead = canSave && value !== null && value !== saved ? 'save' : goesOn && saved !== null ? 'next' : 'again'

  const save = async (points: number) => {
    const accepted = await (goesOn ? session.nextTask(points) : session.saveEstimate(points))
    if (!accepted) return
    announce(t('result:onward.savedNews'))
    setPicking(false)
    setChosen(null)
  }
  const isDivided = reading !== null && reading.agreedCard === null && reveal.votes.length > 1
  const variant = quiet ? 'default' : 'filled'
  return (
    <div className={classes.onward}>
      {canSave && !onTable && (
        <p className={classes.which} id="save-which" title={card.title}>
          {t('result:onward.saveWhich', { title: card.title })}
        </p>
      )}
      {saved !== null && (
        <p className={classes.saved}>
          <IconCheck size={16} stroke={2} aria-hidden /> {t('rooms:tasks.saved', { points: format.points(saved) })}
        </p>
      )}
      {picking && canSave && <Values faces={values} map={map} chosen={chosen} onChoose={setChosen} />}
      {goesOn && lead !== 'again' && <UpNext title={next.title} id={next.id} />}
      {lead === 'save' && value !== null && (
        <Lead variant={variant} onLead={() => save(value)} describedBy={onTable ? undefined : 'save-which'}>
          {saveText(face, value, goesOn)}
        </Lead>
      )}
      {lead === 'next' && (
        <Lead variant={variant} onLead={() => session.nextTask()}>
          {t('result:onward.next')}
        </Lead>
      )}
      {lead === 'again' && (
        <Lead variant={variant} forbidden={!allowed} onLead={async () => goOn(session.reset)}>
          {isDivided ? (
            <>
              {t('result:onward.talk')}
              <SameAs />
            </>
          ) : (
            t('rooms:table.newVoting')
          )}
        </Lead>
      )}
      <div className={classes.others}>
        {lead !== 'again' && <Again />}
        {canSave && !picking && values.length > 0 && (
          <Button variant="subtle" className={classes.other} onClick={() => setPicking(true)}>
            {t(value === null && saved === null ? 'result:onward.value' : 'result:onward.otherValue')}
          </Button>
        )}
        {goesOn && saved === null && lead === 'again' && (
          <Button
            variant="subtle"
            className={classes.other}
            title={next.title}
            onClick={() => goOn(() => void session.nextTask())}
            rightSection={<IconArrowRight aria-hidden />}
          >
            {t('result:onward.next')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What the button says that saves a face; a size with its points. */
function saveText(face: string | null, value: number, goesOn: boolean): string {
  const points = format.number(value)
  if (face === null || numberOf(face) !== undefined) return t(goesOn ? 'result:onward.saveAndNext' : 'result:onward.save', { points })
  return t(goesOn ? 'result:onward.saveSizeAndNext' : 'result:onward.saveSize', { size: face, points })
}

type LeadProps = {
  variant: 'filled' | 'default'
  /** Whether only moderators may. */
  forbidden?: boolean
  onLead: () => Promise<unknown>
  describedBy?: string | undefined
  children: ReactNode
}

/** What one does next; Enter does it from anywhere on the page. */
function Lead({ variant, forbidden = false, onLead, describedBy, children }: LeadProps) {
  const joined = useRoom((state) => state.joined)
  const keys = useSingleKeys()
  const [busy, setBusy] = useState(false)
  const lead = async () => {
    setBusy(true)
    await onLead()
    setBusy(false)
  }
  return (
    <Button
      variant={variant}
      className={classes.lead}
      loading={busy}
      disabled={!joined || forbidden}
      title={forbidden ? t('rooms:table.moderatorsOnly') : undefined}
      aria-describedby={describedBy}
      aria-keyshortcuts={keys ? 'Enter' : undefined}
      data-leads
      onClick={() => void lead()}
    >
      {children}
      {keys && (
        <span className={classes.key} aria-hidden="true">
          <IconCornerDownLeft size={14} stroke={1.75} />
        </span>
      )}
    </Button>
  )
}

/** What is read aloud says that it is what is called 'Nova votação' elsewhere. */
const SameAs = () => <span className="sr-only"> ({t('result:onward.sameAs')})</span>

function Again() {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const allowed = useRoom(mayReveal)
  const keys = useSingleKeys()
  const goOn = useGoOn()
  return (
    <Button
      variant="subtle"
      className={classes.other}
      disabled={!joined || !allowed}
      title={allowed ? undefined : t('rooms:table.moderatorsOnly')}
      aria-keyshortcuts={keys ? 'r' : undefined}
      onClick={() => goOn(session.reset)}
      leftSection={<IconRefresh aria-hidden />}
    >
      {t('result:onward.again')}
      <SameAs />
    </Button>
  )
}

/** The next story, and how far the table is; from here to all of them. */
function UpNext({ title, id }: { title: string; id: number }) {
  const at = useRoom((state) => state.tasks.findIndex((task) => task.id === id) + 1)
  const of = useRoom((state) => state.tasks.length)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.next} onClick={() => setOpen(true)}>
        <span>{t('result:onward.upNext', { at, of })}</span>
        <b title={title}>{title}</b>
      </button>
      {open && <RoomTasksDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type ValuesProps = { faces: readonly string[]; map: DeckPoints; chosen: string | null; onChoose: (face: string) => void }

/** The numbers of the deck, or its sizes that are worth something, to save one of them. */
function Values({ faces, map, chosen, onChoose }: ValuesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a frame of its own
    <div className={classes.values} role="group" aria-label={t('result:onward.which')}>
      {faces.map((face) => {
        const number = numberOf(face)
        const points = format.number(pointsOf(face, map) ?? 0)
        return (
          <button
            key={face}
            type="button"
            aria-pressed={chosen === face}
            aria-label={number === undefined ? t('result:onward.pickSize', { size: face, points }) : t('result:onward.pick', { points })}
            onClick={() => onChoose(face)}
          >
            <PlayingCard face={number === undefined ? face : points} tone={chosen === face ? 'accent' : 'plain'} width="2.125rem" />
          </button>
        )
      })}
    </div>
  )
}
