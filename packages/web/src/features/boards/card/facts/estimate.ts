import { limits } from '@rodada/contract/core/limits'

/** Reads an estimate as people type it: '2,5', '2.5', '', '13'. undefined when it is none. */
export function readEstimate(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text)) return undefined
  const value = Number(text)
  return value <= limits.estimate ? value : undefined
}
