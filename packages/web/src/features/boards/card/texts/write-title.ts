import { type Clash, type Edit, sendText, TextClash } from '../../../../lib/text/stale-text.ts'
import type { Write, WriteCard } from '../use-card.ts'

/**
 * Writes the title of a part of the card on the version that it was read on; late, it goes out again as long as nobody else
 * touched it. Resolves to what somebody else made of it, between which and one's own only the person can decide.
 */
export async function writeTitle<Part extends { title: string; version?: number | undefined }>(
  write: WriteCard,
  edit: Edit,
  { send, ...rest }: Omit<Write<Part>, 'send'> & { send: (version: number) => Promise<Part> },
): Promise<Clash | null> {
  const written = await write({ ...rest, send: () => sendText(edit, send, ({ title }) => title) })
  return !written.ok && written.reason instanceof TextClash ? written.reason.clash : null
}
