import { format } from '../../../lib/dates/format.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** 1536 → '1,5 KB' */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 ? format.integer(value) : format.average(value)} ${units[step]}`
}

/** The first or last instant of a calendar day in the person's time zone; undefined while none is chosen. */
export const instantOf = (day: string, end = false): string | undefined => {
  const date = new Date(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
