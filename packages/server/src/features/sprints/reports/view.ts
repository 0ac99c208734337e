import type { Amount, ReportTask, SprintReport, Velocity } from '@rodada/contract/sprints/reports'
import { averageSprints, velocitySprints } from '@rodada/contract/sprints/settings'
import { dayOf, defaultTimeZone } from '../../../platform/time.ts'
import { daysTaken } from '../../cards/references/view.ts'
import { finalOf, rounded } from '../figure-queries.ts'
import type { SprintRow } from '../queries.ts'
import type { JournalCard } from './queries.ts'

/** Tasks in the three ways they are counted. */
const amountOf = (tasks: readonly Pick<ReportTask, 'points' | 'hours'>[]): Amount => ({
  points: rounded(tasks.reduce((sum, { points }) => sum + (points ?? 0), 0)),
  hours: rounded(tasks.reduce((sum, { hours }) => sum + (hours ?? 0), 0)),
  tasks: tasks.length,
})

/** Where a card is planned now, once it is no longer in the sprint. */
const nowIn = ({ visible, is_here, now_status, now_sprint_id, now_sprint_name }: JournalCard): ReportTask['now_in'] =>
  visible === 0 || is_here === 1 || now_status === null
    ? null
    : { status: now_status, sprint: now_sprint_id === null ? null : { id: now_sprint_id, nome: now_sprint_name ?? '' } }

/** From the journal: what becomes of a card after the sprint changes nothing. */
const daysOf = ({ status, started_at, done_at }: JournalCard): number | null =>
  status !== 'concluida' || started_at === null || done_at === null ? null : daysTaken({ started_at, completed_at: done_at })

const taskOf = (card: JournalCard): ReportTask => ({
  card_id: card.card_id,
  titulo: card.title,
  points: card.points,
  hours: card.hours,
  status: card.status,
  added_late: card.counted_at === 0,
  visible: card.visible === 1,
  days: daysOf(card),
  now_in: nowIn(card),
})

/** What became of the cards of a sprint: those that never counted after its commitment are left out. Of one that nobody recorded there was none. */
export function reportView(committed: Amount, journal: readonly JournalCard[], recorded: boolean): Omit<SprintReport, 'sprint'> {
  const cards = journal.filter((card) => card.counted_since === 1)
  const inside = cards.filter((card) => card.in_sprint === 1 && card.status !== 'cancelada')
  const done = inside.filter((card) => card.status === 'concluida').map(taskOf)
  const open = inside.filter((card) => card.status !== 'concluida').map(taskOf)
  const left = cards.filter((card) => !inside.includes(card)).map(taskOf)
  const late = recorded ? [...done, ...open, ...left].filter(({ added_late }) => added_late) : []
  return { committed, completed: amountOf(done), added: amountOf(late), spilled: amountOf(open), done, open, left }
}

type EndedSprint = Pick<SprintRow, 'id' | 'name' | 'starts_on' | 'ends_on' | 'ended_at' | 'final'>

/**
 * The last sprints that were worked on. One that ended before its first day with nothing done was called off: it says nothing
 * about how much a team gets done. How much a sprint can hold is said by the last few only: a team of half a year ago was another one.
 * @param sprints the last first, as they are read
 */
export function velocityView(sprints: readonly EndedSprint[]): Velocity {
  const none: Amount = { points: 0, hours: 0, tasks: 0 }
  const shown = sprints
    .map((sprint) => ({ sprint, final: finalOf(sprint) ?? { committed: none, completed: none, recorded: true } }))
    .filter(
      ({ sprint, final }) =>
        final.completed.tasks > 0 || (sprint.ended_at !== null && dayOf(sprint.ended_at, defaultTimeZone) >= sprint.starts_on),
    )
    .slice(0, velocitySprints)
    .map(({ sprint, final: { committed, completed, recorded = true } }) => ({
      sprint_id: sprint.id,
      nome: sprint.name,
      data_fim: sprint.ends_on,
      committed,
      completed,
      recorded,
    }))
    .reverse()
  const last = shown.slice(-averageSprints)
  const mean = (of: (amount: Amount) => number) =>
    last.length === 0 ? 0 : last.reduce((sum, { completed }) => sum + of(completed), 0) / last.length
  return {
    sprints: shown,
    average: {
      points: rounded(mean(({ points }) => points)),
      hours: rounded(mean(({ hours }) => hours)),
      tasks: Math.round(mean(({ tasks }) => tasks)),
    },
    average_of: last.length,
  }
}
