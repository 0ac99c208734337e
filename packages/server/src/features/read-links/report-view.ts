import type { PublicReport, PublicReportTask } from '@rodada/contract/boards/read-links'
import { limits } from '@rodada/contract/core/limits'
import type { Burndown, ReportTask, SprintReport, Velocity } from '@rodada/contract/sprints/reports'
import { isRecorded } from '../sprints/figure-queries.ts'
import { statusOn } from '../sprints/queries.ts'
import type { OpenLink } from './link-queries.ts'
import type { PublicSprint } from './report-queries.ts'

export type ReportParts = {
  sprint: PublicSprint
  /** 'YYYY-MM-DD' */
  day: string
  burndown: Burndown
  report: Omit<SprintReport, 'sprint'>
  velocity: Velocity
  /** Names by the ids of cards; of nobody, unless the link says names. */
  people: ReadonlyMap<number, string>
}

/** A report for strangers, field by field: what is not named here no link tells. */
export function publicReport(
  { title, color, names }: OpenLink,
  { sprint, day, burndown, report, velocity, people }: ReportParts,
): PublicReport {
  const task = ({ card_id, titulo, points, hours, status, added_late, visible, days, now_in }: ReportTask): PublicReportTask => {
    const name = status === 'concluida' ? undefined : people.get(card_id)
    return {
      titulo: visible ? titulo : '',
      points,
      hours,
      status,
      added_late,
      visible,
      days,
      now_in: now_in && { status: now_in.status, sprint: now_in.sprint?.nome ?? null },
      people: name === undefined ? [] : [name],
    }
  }
  const shown = ({ done, open, left }: Pick<SprintReport, 'done' | 'open' | 'left'>) => ({
    done: done.slice(0, limits.publicCards).map(task),
    open: open.slice(0, limits.publicCards).map(task),
    left: left.slice(0, limits.publicCards).map(task),
  })
  const beyond = (tasks: readonly unknown[]) => Math.max(0, tasks.length - limits.publicCards)
  return {
    kind: 'report',
    title,
    color,
    names: names === 1,
    sprint: {
      nome: sprint.name,
      data_inicio: sprint.starts_on,
      data_fim: sprint.ends_on,
      status: statusOn(sprint, day),
      ended_at: sprint.ended_at,
      recorded: isRecorded(sprint),
    },
    committed: report.committed,
    completed: report.completed,
    added: report.added,
    spilled: report.spilled,
    burndown,
    velocity: {
      average: velocity.average,
      average_of: velocity.average_of,
      sprints: velocity.sprints.map(({ sprint_id, nome, data_fim, committed, completed, recorded }) => ({
        ...{ nome, data_fim, committed, completed, recorded },
        is_current: sprint_id === sprint.id,
      })),
    },
    ...shown(report),
    left_out: beyond(report.done) + beyond(report.open) + beyond(report.left),
  }
}
