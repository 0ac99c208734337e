import { limits } from '@rodada/contract/core/limits'
import { format } from '../../lib/dates/format.ts'

const pattern = new RegExp(`^-?\\d{1,13}(\\.\\d{1,${limits.fieldDecimals}})?$`)

/** Reads a number as people type it: '-2,5', '48000', ''. undefined when it is none that a field takes. */
export function readNumber(typed: string): number | null | undefined {
  const text = typed.replace(/\s/g, '').replace(',', '.').replace('−', '-')
  if (text === '') return null
  if (!pattern.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) <= limits.fieldNumber ? value : undefined
}

/** A number as it is typed: with the language's own sign between units and decimals, and no others. */
export const writtenNumber = (value: number): string => String(value).replace('.', format.precise(0.5).includes(',') ? ',' : '.')
