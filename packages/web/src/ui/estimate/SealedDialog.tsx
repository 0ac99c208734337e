import { Button } from '@mantine/core'
import type { Board } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { latestCloseMs, type SettleRule, type settleRules } from '@rodada/contract/estimations/settings'
import { deckPresets, defaultDeck } from '@rodada/contract/rooms/deck-texts'
import { pointsOf, sizesOf } from '@rodada/contract/rooms/faces'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { addDays, type Day, today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { instantAt } from '../../lib/dates/instant-at.ts'
import { useForm } from '../../lib/use-form.ts'
import { Dialog, DialogActions } from '../dialog/Dialog.tsx'
import { DateField } from '../fields/DateField.tsx'
import { FormProblem } from '../fields/FormProblem.tsx'
import { Avatar } from '../marks/Avatar.tsx'
import { CardFace } from '../marks/PlayingCard.tsx'
import { toast } from '../states/feedback.tsx'
import { type DeckChoice, DeckField } from './DeckField.tsx'
import classes from './SealedDialog.module.css'
import { SizePoints } from './SizePoints.tsx'

type Props = {
  /** Where the cards are: who may vote, the board's deck, and what its sizes are worth there. */
  board: Pick<Board, 'id' | 'members' | 'deck' | 'deck_points'>
  /** What is to be estimated, in this order. */
  cards: readonly { id: number; title: string }[]
  onClose: () => void
}

/** When a day's estimation closes, on the clock of the person who opens it. */
const closingTime = '18:00'
const hourMs = 3_600_000
/** Cards that are named; the others are counted. */
const named = 2

/** Decks in the row; the others are behind 'Outro'. */
const deckNames = ['sequencia', 'fibonacci', 'camisetas'] as const
type DeckName = 'board' | (typeof deckNames)[number] | 'other'

/** Asks for what a sealed estimation needs: voters, until when, what settles by itself, and the deck. */
export function SealedDialog({ board, cards, onClose }: Props) {
  const { members, deck: ofBoard, deck_points: points } = board
  const navigate = useNavigate()
  const client = useQueryClient()
  const voters = members.filter(({ role }) => role !== 'guest')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(voters.slice(0, limits.estimationVoters).map(({ user_id }) => user_id)),
  )
  const days = daysToChoose()
  const [day, setDay] = useState<Day>(days[1] ?? days[0] ?? today())
  const [isOther, setIsOther] = useState(false)
  const [settle, setSettle] = useState<SettleRule>('neighbours')
  const [deckName, setDeckName] = useState<DeckName>(ofBoard ? 'board' : 'fibonacci')
  const [other, setOther] = useState<DeckChoice>({ deck: ofBoard ?? deckPresets.fibonacci, problem: null })
  const [tried, setTried] = useState(false)
  const deck = [...deckOf(deckName, ofBoard, other)]
  const hasProblem = deckName === 'other' && other.problem !== null
  const sizes = sizesOf(deck)
  const closesAt = instantAt(day, closingTime)
  const isTooMany = cards.length > limits.estimationCards

  const { form, problem, sending, onSubmit } = useForm(
    () => ({}),
    async () => {
      const { id } = await call(estimationsApi.create, {
        body: {
          board_id: board.id,
          card_ids: cards.map((card) => card.id),
          deck,
          voter_ids: [...chosen],
          closes_at: closesAt,
          settle,
        },
      })
      toast(t('estimations:create.opened'))
      await navigate({ to: '/estimativas/$estimationId', params: { estimationId: String(id) } })
    },
  )

  const toggle = (id: number) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const rest = cards.length - named
  const first = cards.slice(0, named).map(({ title }) => title)
  return (
    <Dialog title={t('sealed')} size={520} onClose={onClose}>
      <form
        ref={form}
        className={classes.form}
        onSubmit={(event) => {
          setTried(true)
          if (!hasProblem) return void onSubmit(event)
          event.preventDefault()
          form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
        }}
        noValidate
      >
        <p className={classes.lead}>{t('estimations:create.lead')}</p>
        <Group label={t('estimations:create.cards', { count: cards.length })}>
          <p className={classes.picked}>
            {rest > 0 ? first.join(', ') : format.list(first)}
            {rest > 0 && <b>{t('estimations:create.andMore', { count: rest })}</b>}
          </p>
          {isTooMany && (
            <p role="alert" className={classes.problem}>
              {t('estimations:create.tooMany', { count: limits.estimationCards })}
            </p>
          )}
        </Group>
        <Group
          label={t('estimations:create.voters')}
          note={t('estimations:create.votersOf', { chosen: chosen.size, count: voters.length })}
          action={
            chosen.size < voters.length && (
              <button type="button" className={classes.link} onClick={() => setChosen(new Set(voters.map(({ user_id }) => user_id)))}>
                {t('estimations:create.all')}
              </button>
            )
          }
        >
          <div className={classes.voters}>
            {voters.map(({ user_id, user }) => (
              <button
                key={user_id}
                type="button"
                className={classes.voter}
                aria-pressed={chosen.has(user_id)}
                onClick={() => toggle(user_id)}
              >
                <Avatar name={user.name} avatar={user.avatar_url} size={26} off={!chosen.has(user_id)} />
                {user.name}
              </button>
            ))}
          </div>
        </Group>
        <Group label={t('estimations:create.until')}>
          <Choice
            label={t('estimations:create.until')}
            options={[...days.map((each): [string, string] => [each, dayName(each)]), ['other', t('estimations:create.otherDay')]]}
            chosen={isOther ? 'other' : day}
            onChoose={(value) => {
              setIsOther(value === 'other')
              if (value !== 'other') setDay(value)
            }}
          />
          {isOther && (
            <DateField
              label={t('estimations:create.day')}
              className={classes.day}
              value={day}
              min={today()}
              max={today(new Date(Date.now() + latestCloseMs - hourMs * 24))}
              onChange={(next) => next && setDay(next)}
            />
          )}
          <p className={classes.under}>
            {t('estimations:create.untilText', {
              day: capital(`${format.longWeekday(day)}, ${format.longDay(day)}`),
              time: format.time(closesAt),
            })}
          </p>
        </Group>
        <Group label={t('estimations:create.settle')}>
          <Choice
            label={t('estimations:create.settle')}
            options={(['same', 'neighbours', 'none'] as const satisfies readonly (typeof settleRules)[number][]).map(
              (rule): [SettleRule, string] => [rule, t(`estimations:create.${rule}`)],
            )}
            chosen={settle}
            onChoose={setSettle}
          />
          <p className={classes.under}>
            {sizes.length > 0 && !sizes.some((size) => pointsOf(size, points) !== undefined)
              ? t('estimations:create.sizesText')
              : t(`estimations:create.${settle}Text`)}
          </p>
        </Group>
        <Group label={t('estimations:create.deck')}>
          <Choice
            label={t('estimations:create.deck')}
            options={[
              ...(ofBoard ? [['board', t('decks:ofBoard')] as const] : []),
              ...(ofBoard ? deckNames.slice(1) : deckNames).map((name): [DeckName, string] => [
                name,
                t(`estimations:create.decks.${name}`),
              ]),
              ['other', t('estimations:create.decks.other')],
            ]}
            chosen={deckName}
            onChoose={setDeckName}
          />
          {deckName === 'other' ? (
            <div className={classes.other}>
              <DeckField label={t('estimations:create.decks.other')} deck={other.deck} tried={tried} onChange={setOther} />
            </div>
          ) : (
            <p className={classes.deck} aria-hidden="true">
              {deck.map((face) => (
                <span key={face}>
                  <CardFace face={face} />
                </span>
              ))}
            </p>
          )}
          {sizes.length > 0 && !hasProblem && (
            <div className={classes.worth}>
              <SizePoints
                key={sizes.join(' ')}
                boardId={board.id}
                sizes={sizes}
                points={points}
                mayChange
                isQuiet
                onSaved={() => void client.invalidateQueries({ queryKey: ['boards', 'frame', board.id] })}
              />
            </div>
          )}
        </Group>
        <FormProblem text={problem} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending} disabled={chosen.size === 0 || isTooMany}>
            {t('estimations:create.send', { count: chosen.size })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The faces of what is chosen. */
const deckOf = (name: DeckName, ofBoard: readonly string[] | null, other: DeckChoice): readonly string[] => {
  if (name === 'board') return ofBoard ?? defaultDeck
  return name === 'other' ? (other.deck ?? defaultDeck) : deckPresets[name]
}

/** The next three days whose closing time is at least an hour away. */
function daysToChoose(): Day[] {
  const first = today()
  const isLate = Date.parse(instantAt(first, closingTime)) < Date.now() + hourMs
  return [0, 1, 2].map((days) => addDays(first, days + Number(isLate)))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function dayName(day: Day): string {
  if (day === today()) return t('estimations:create.today')
  return day === addDays(today(), 1) ? t('estimations:create.tomorrow') : capital(format.longWeekday(day).replace('-feira', ''))
}

function Group({ label, note, action, children }: { label: string; note?: string; action?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>
        {label}
        {note && <small>{note}</small>}
      </legend>
      {action}
      {children}
    </fieldset>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** One of a few, in one row. */
function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldset around it has the visible name; this one groups the row alone
    <div role="group" aria-label={label} className={classes.choice}>
      {options.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}
