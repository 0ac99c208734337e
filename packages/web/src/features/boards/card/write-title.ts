import { afterLateSave, type Clash, type Edit, isLate } from '../../../lib/late-text.ts'
import type { Write, WriteCard } from './use-card.ts'

/**
 * Writes the title of a part of the card on the version that it was read on; late, it goes out again as long as nobody else
 * touched it. Resolves to what somebody else made of it, between which and one's own only the person can decide.
 */
export async function writeTitle<Part extends { title: string; version?: number | undefined }>(
  write: WriteCard,
  edit: Edit,
  { send, ...rest }: Omit<Write<Part>, 'send' | 'isExpected'> & { send: (version: number) => Promise<Part> },
): Promise<Clash | null> {
  const written = await write({ ...rest, send: () => send(edit.version), isExpected: isLate })
  if (written.ok || !isLate(written.problem)) return null
  const { title, version = 0 } = written.problem.current as Part
  const next = afterLateSave(edit, title)
  if (next === 'again') return writeTitle(write, { ...edit, version }, { send, ...rest })
  return next === 'same' ? null : { theirs: title, version }
}
