import { useEffect } from 'react'
import { useDraft } from '../../../lib/device/use-draft.ts'
import { useCard, useUnsaved } from './card-context.ts'

/**
 * A field for one line after the other, each sent when it is entered. A refused line comes back, or waits behind what is being written, and
 * all of them are a draft. `send` answers whether a line was taken.
 */
export function useNewLine(field: string, send: (line: string) => Promise<boolean>) {
  const { card, onDiscard } = useCard()
  // The first line stands in the field.
  const [{ lines }, change, forget] = useDraft(`card.${card.id}.${field}`, { lines: '' })
  useUnsaved(field, lines.trim() || null)
  useEffect(() => onDiscard(forget))
  const [text = '', ...waiting] = lines.split('\n')
  const type = (next: string) => change({ lines: join([next, ...waiting]) })
  const add = async (line: string) => {
    if (!(await send(line))) change((now) => ({ lines: join([now.lines, line]) }))
  }
  const enter = () => {
    const line = text.trim()
    if (line === '') return
    type('')
    void add(line)
  }
  return { text, type, enter, add }
}

const join = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')
