import { t } from '../../../i18n/index.ts'
import type { ReportTask } from '../../../lib/call/sprint-words.ts'
import { isActive, sprintDates } from '../../../lib/dates/sprint-time.ts'
import { amountText, type Unit } from './amounts.ts'
import { type ReportData, readReport } from './reading.ts'

/** Tasks of a group that are named. A letter that a link opens holds about 2,000 characters. */
const named = 12

/** A sprint's report as plain text, for a letter or a chat: what was delivered, what stayed and where it went, and the way to the page. */
export function reportText(data: ReportData, unit: Unit, { today, address }: { today: string; address: string }): string {
  const { sprint, done, open } = data.report
  const sentences = readReport(data, unit, today).map((sentence) => sentence.replace(/<\/?b>/g, ''))
  const groups = [
    group(t('report:lists.done'), done, unit),
    group(t(isActive(sprint) ? 'report:lists.openActive' : 'report:lists.open'), open, unit),
  ]
  return [`${sprint.name} · ${sprint.board_name} (${sprintDates(sprint)})`, sentences.join(' '), ...groups, address]
    .filter(Boolean)
    .join('\n\n')
}

function group(title: string, tasks: readonly ReportTask[], unit: Unit): string {
  if (tasks.length === 0) return ''
  const lines = tasks.slice(0, named).map((task) => `- ${lineOf(task, unit)}`)
  const rest = tasks.length - lines.length
  return [`${title} (${tasks.length})`, ...lines, ...(rest > 0 ? [`- ${t('report:send.rest', { count: rest })}`] : [])].join('\n')
}

function lineOf(task: ReportTask, unit: Unit): string {
  const size = unit === 'tasks' ? null : task[unit]
  const went = task.now_in?.sprint ? `${t('sprints:went.sprint')} ${task.now_in.sprint.name}` : ''
  const facts = [size === null ? '' : amountText(size, unit), went].filter(Boolean).join(', ')
  return facts === '' ? task.title : `${task.title} (${facts})`
}
