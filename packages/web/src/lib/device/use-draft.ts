import { useRef, useState } from 'react'
import { mergeFields } from '../text/merge-fields.ts'
import { readDraft, writeDraft } from './drafts.ts'

type Part<Fields> = Partial<Fields> | ((now: Fields) => Partial<Fields>)
/** Changes some fields. `base` is what all of them are compared with from now on. */
type Change<Fields> = (part: Part<Fields>, base?: Fields) => void

/**
 * The fields of a form that survive closing it and a reload, until they are sent: `forget` is for then. Only what differs from `initial` is
 * kept, each field with what it was, so that a draft says nothing about fields that nobody touched. `clashes` are the fields that are no
 * longer what they were when the draft was written, as they are now. A draft that cannot be read any more counts as none.
 */
export function useDraft<Fields extends Record<string, string>>(
  name: string,
  initial: Fields,
): [fields: Fields, change: Change<Fields>, forget: () => void, clashes: Partial<Fields>] {
  const [opened] = useState(() => {
    const kept = read(name, initial)
    return mergeFields({ ...initial, ...kept.texts }, { ...initial, ...kept.origins }, initial)
  })
  const [fields, setFields] = useState(opened.met)
  // A form may be closed before the answer to what it sent: then only the draft takes in what comes back.
  const latest = useRef({ fields: opened.met, base: initial })
  const change: Change<Fields> = (part, base = latest.current.base) => {
    const now = latest.current.fields
    const next = { ...now, ...(typeof part === 'function' ? part(now) : part) }
    latest.current = { fields: next, base }
    const kept = Object.keys(base).filter((key) => next[key] !== base[key])
    const draft = Object.fromEntries(kept.map((key) => [key, { text: next[key], origin: base[key] }]))
    writeDraft(name, kept.length === 0 ? null : JSON.stringify(draft))
    setFields(next)
  }
  const forget = () => {
    // What comes back from then on, as a line that was refused, stands alone.
    latest.current = { ...latest.current, fields: latest.current.base }
    writeDraft(name, null)
  }
  return [fields, change, forget, opened.clashes]
}

/** What a draft holds of these fields: the texts, and what stood in their place. */
function read<Fields extends Record<string, string>>(name: string, initial: Fields): Record<'texts' | 'origins', Partial<Fields>> {
  try {
    const value: unknown = JSON.parse(readDraft(name) ?? 'null')
    const kept = Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, field]) => {
      if (!(key in initial)) return []
      // Until 2026-11 a draft had only the texts, and a tab may still hold one.
      if (typeof field === 'string') return [{ key, text: field, origin: initial[key] }]
      return typeof field?.text === 'string' && typeof field.origin === 'string' ? [{ key, ...field }] : []
    })
    return {
      texts: Object.fromEntries(kept.map(({ key, text }) => [key, text])) as Partial<Fields>,
      origins: Object.fromEntries(kept.map(({ key, origin }) => [key, origin])) as Partial<Fields>,
    }
  } catch {
    return { texts: {}, origins: {} }
  }
}
