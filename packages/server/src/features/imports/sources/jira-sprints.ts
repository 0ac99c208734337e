import { limits } from '@rodada/contract/core/limits'
import { firstSprintDays } from '@rodada/contract/sprints/settings'
import { normalize } from '../../../platform/normalize.ts'
import { addDays, dayOf } from '../../../platform/time.ts'
import type { OutsideSprint, Sink } from '../model.ts'
import { instantOf, listOf, textOf, thingOf } from './values.ts'

/*
 * Sprints as the exports of Jira have them, on each issue that was in one: things of Jira Cloud, what an older server prints of its own things, or, in a
 * table, names alone. An issue goes on naming the ended sprints that it was in; of those that are not over it is in one.
 */

/** `state` is 'closed', 'active' or 'future', and anything else where nobody says it. */
export type JiraSprint = { id: string; name: string; state: string; goal: string; starts?: string; ends?: string; completed?: string }

/** What a table knows a sprint by, and what tells both exports that it is one. */
const nameKey = (name: string): string => `name ${normalize(name).trim()}`

/** A sprint of a table. */
export const namedSprint = (name: string): JiraSprint => ({ id: nameKey(name), name, state: '', goal: '' })

/** Where the next part of a printed sprint begins: a name may have commas. */
const printedParts =
  /,(?=(?:id|rapidViewId|state|name|goal|startDate|endDate|completeDate|activatedDate|sequence|synced|autoStartStop|incompleteIssuesDestinationId)=)/
/** More letters than a name and a goal have. */
const mostPrinted = 4000

/** `com.atlassian.greenhopper.service.sprint.Sprint@1a2b[id=7,state=CLOSED,name=Sprint 7,startDate=…,completeDate=<null>]` */
function printedSprint(text: string): Record<string, string> {
  const start = text.indexOf('[')
  const parts = text
    .slice(start + 1, start + mostPrinted)
    .replace(/\]\s*$/, '')
    .split(printedParts)
  return Object.fromEntries(
    parts.flatMap((part) => {
      const at = part.indexOf('=')
      const value = part.slice(at + 1)
      return at === -1 || value === '<null>' ? [] : [[part.slice(0, at), value]]
    }),
  )
}

/** The sprints of a field; those without a name are none. */
export function sprintsIn(value: unknown): JiraSprint[] {
  return listOf(value).flatMap((each) => {
    const sprint = typeof each === 'string' ? printedSprint(each) : thingOf(each)
    const name = textOf(sprint.name)
    if (name === '') return []
    const [starts, ends, completed] = [sprint.startDate, sprint.endDate, sprint.completeDate].map(instantOf)
    return [
      {
        ...{ id: textOf(sprint.id) || nameKey(name), name, state: textOf(sprint.state).toLowerCase(), goal: textOf(sprint.goal) },
        ...(starts && { starts }),
        ...(ends && { ends }),
        ...(completed && { completed }),
      },
    ]
  })
}

export const isSprint = (value: unknown): boolean =>
  listOf(value).some((one) =>
    typeof one === 'string' ? one.includes('greenhopper.service.sprint') : 'boardId' in thingOf(one) && 'state' in thingOf(one),
  )

const inNumbers = new Intl.Collator('en', { numeric: true })
const rank = ({ state }: JiraSprint): number => (state === 'closed' ? 0 : state === 'active' ? 1 : 2)
/** The earlier first: those that ended, the one that lasts, and what is to come. */
const inTime = (a: JiraSprint, b: JiraSprint): number => {
  const when = ({ starts, ends, completed }: JiraSprint) => starts ?? ends ?? completed ?? '9'
  return (
    rank(a) - rank(b) ||
    (when(a) === when(b) ? 0 : when(a) < when(b) ? -1 : 1) ||
    inNumbers.compare(a.name, b.name) ||
    inNumbers.compare(a.id, b.id)
  )
}

/** Days that a sprint may have: it ends after its first, and within a year. */
const lastDay = (first: string, last: string): string => {
  const [least, most] = [addDays(first, 1), addDays(first, limits.sprintDays)]
  return last < least ? least : last > most ? most : last
}

type Seen = { sprint: JiraSprint; hasOpen: boolean; passed: number }

/**
 * Takes the sprints of issues one by one, and tells at the end which of them come as sprints. Of one that ended, that needs its days. One of which nobody
 * says whether it ended comes as a planned one while an issue in it is open; else it is over, and nobody knows since when.
 */
export function createJiraSprints(sink: Sink, timeZone: string) {
  const seen = new Map<string, Seen>()
  const dayIn = (instant: string | undefined) => instant && dayOf(instant, timeZone)
  const now = new Date().toISOString()
  const today = dayOf(now, timeZone)

  function endedOne({ starts, ends, completed }: JiraSprint, passed: number) {
    const [first, last, at] = [dayIn(starts), dayIn(ends ?? completed), completed ?? ends]
    if (!first || !last || !at || at > now) return undefined
    return {
      starts_on: first,
      ends_on: lastDay(first, last),
      status: 'encerrada',
      created_at: starts,
      ended: { at, left: passed },
    } as const
  }
  /** The day behind which those come that have no days of their own. */
  let taken = today
  const plannedLater = (days: number) => {
    const starts_on = addDays(taken, 1)
    taken = addDays(starts_on, days)
    return { starts_on, ends_on: taken, guessed: true } as const
  }
  const usual = firstSprintDays - 1
  const activeOne = ({ starts, ends }: JiraSprint) => {
    const [first = today, last] = [dayIn(starts), dayIn(ends)]
    const days = { starts_on: first, ends_on: lastDay(first, last ?? addDays(first, usual)) }
    if (days.ends_on > taken) taken = days.ends_on
    return { ...days, ...(!(starts && last) && ({ guessed: true } as const)), status: 'ativa', ended: null } as const
  }
  const plannedOne = ({ starts, ends }: JiraSprint) => {
    const [first, last] = [dayIn(starts), dayIn(ends)]
    const length = first && last ? Math.round((Date.parse(lastDay(first, last)) - Date.parse(first)) / 86_400_000) : usual
    // A planned sprint here begins with its first day.
    const isAhead = first !== undefined && last !== undefined && first > today
    const days = isAhead ? { starts_on: first, ends_on: lastDay(first, last) } : plannedLater(length)
    if (days.ends_on > taken) taken = days.ends_on
    return { ...days, status: 'planejada', ended: null } as const
  }
  const become = ({ sprint, hasOpen, passed }: Seen): Omit<OutsideSprint, 'id' | 'name' | 'description' | 'columns'> | undefined => {
    if (sprint.state === 'closed') return endedOne(sprint, passed)
    if (sprint.state === 'active') return activeOne(sprint)
    return sprint.state === 'future' || hasOpen ? plannedOne(sprint) : undefined
  }
  return {
    /** An issue with its sprints, the newest last where nothing else tells that; it goes to the newest. */
    add: (issue: string, sprints: readonly JiraSprint[], isOver: boolean): void => {
      const isTable = sprints.every(({ state }) => state === '')
      const newest = (isTable ? sprints : sprints.toSorted(inTime)).at(-1)
      if (!newest) return
      for (const sprint of sprints) {
        const known = seen.get(sprint.id) ?? { sprint, hasOpen: false, passed: 0 }
        if (sprint.id !== newest.id) known.passed += 1
        else if (!isOver) known.hasOpen = true
        if (seen.size < 10 * limits.boardSprints) seen.set(sprint.id, known)
      }
      sink.planned({ id: issue, card: issue, sprint: newest.id, column: '', place: '' })
    },
    isEmpty: () => seen.size === 0,
    end: (): void => {
      const coming = [...seen.values()]
        .toSorted((a, b) => inTime(a.sprint, b.sprint))
        .flatMap((each) => {
          const became = become(each)
          if (!became) sink.leftOut('sprints_as_field', each.sprint.name)
          else if (became.guessed) sink.leftOut('sprint_dates', each.sprint.name)
          return became ? [{ ...became, sprint: each.sprint }] : []
        })
      // As of this program, the newest first.
      for (const { sprint, ...became } of coming.toReversed()) {
        const { id, name, goal } = sprint
        sink.sprint({ ...became, id, also: id === nameKey(name) ? undefined : nameKey(name), name, description: goal, columns: [] })
      }
    },
  }
}
