/*
 * What a program put into a file may be of any type. These read it as what it ought to be, and nothing else.
 */
export type Thing = Record<string, unknown>
export const thingOf = (value: unknown): Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : {}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
/** The beginning of what a field is called: all things that have the field are looked at by it, and a file may give it a million letters. */
export const shortName = (name: string): string => name.slice(0, 300)
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
/** An instant as it is stored; undefined for what is none, or is of no year that anybody plans in. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const date = new Date(value)
  const year = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || year < 1900 || year > 2999 ? undefined : date.toISOString()
}
