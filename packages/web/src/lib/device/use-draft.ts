import { useState } from 'react'
import { readDraft, writeDraft } from './drafts.ts'

/**
 * The fields of a form that survive closing it and a reload, until they are sent: `forget` is for then. What differs from
 * `initial` is kept; a draft that cannot be read any more counts as none.
 */
export function useDraft<Fields extends Record<string, string>>(
  name: string,
  initial: Fields,
): [Fields, (change: Partial<Fields>) => void, () => void] {
  const [fields, setFields] = useState(() => ({ ...initial, ...read(name, initial) }))
  const change = (part: Partial<Fields>) =>
    setFields((before) => {
      const next = { ...before, ...part }
      const isInitial = Object.keys(initial).every((key) => next[key] === initial[key])
      writeDraft(name, isInitial ? null : JSON.stringify(next))
      return next
    })
  return [fields, change, () => writeDraft(name, null)]
}

function read<Fields extends Record<string, string>>(name: string, initial: Fields): Partial<Fields> {
  try {
    const value: unknown = JSON.parse(readDraft(name) ?? 'null')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([key, text]) => key in initial && typeof text === 'string')) as Partial<Fields>
  } catch {
    return {}
  }
}
