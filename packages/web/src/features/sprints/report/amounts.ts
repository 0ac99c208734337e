import type { Amount } from '@rodada/contract/sprints/reports'
import { sprintUnits } from '@rodada/contract/sprints/settings'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import type { ReportSearch } from './report-search.ts'

export type Unit = (typeof sprintUnits)[number]

/** How units are called in the address. */
const words = { pontos: 'points', horas: 'hours', tarefas: 'tasks' } as const
export const wordOf = (unit: Unit): ReportSearch['em'] => (unit === 'points' ? 'pontos' : unit === 'hours' ? 'horas' : 'tarefas')

/** The unit to count in: the one asked for, else the first in which there is anything at all. */
export function unitOf({ em }: ReportSearch, amounts: readonly Amount[]): Unit {
  if (em) return words[em]
  return sprintUnits.find((unit) => amounts.some((amount) => amount[unit] > 0)) ?? 'tasks'
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/** 7.25 → '7,3' */
export const shown = (value: number): string => format.number(tenth(value))

/** Which form of a text that amount takes: 'falta 1 ponto', 'faltam 3 pontos'. */
export const formOf = (value: number): 'one' | 'other' => (format.isOne(tenth(value)) ? 'one' : 'other')

/** '3 pontos', '1 hora'. Halves are said in the plural of what they are halves of, except below two. */
export function amountText(value: number, unit: Unit): string {
  return `${shown(value)} ${t(`report:units.${unit}_${formOf(value)}`)}`
}

/** '+3', '−2', '0' */
export const signed = (value: number): string => (value > 0 ? `+${shown(value)}` : value < 0 ? `−${shown(-value)}` : '0')
