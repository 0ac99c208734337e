import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import { keepBusy } from '../../../platform/work-time.ts'
import { listMembers } from '../../boards/members/queries.ts'
import { type CardState, mentioning, peopleMentioned } from '../events.ts'
import { mentionedIn } from './mentions.ts'

/** A text before and after a change, and the field that it came in. */
type Rewritten = { before: string; after: string; field: string }
type Mentions = { ids: number[]; line: string }

/**
 * The members of a board whom a text mentions now and did not before, with the line that first does: nobody who cannot see the card.
 * @throws AppError 400 when they are too many, 429 when the author called too many people within a short time
 */
export async function newMentions(work: Work, boardId: number, { before, after, field }: Rewritten): Promise<Mentions> {
  if (!after.includes('@') || after === before) return { ids: [], line: '' }
  const people = (await listMembers(work.trx, boardId)).map(({ user }) => user)
  const [known, now] = keepBusy(() => [mentionedIn(before, people), mentionedIn(after, people)] as const)
  const fresh = [...now].filter(([id]) => !known.has(id))
  const ids = fresh.map(([id]) => id)
  if (ids.length > limits.mentions) throw invalid({ [field]: texts.tooManyMentions })
  if (ids.length > 0) await work.emit(mentioning, { count: ids.length })
  const first = fresh[0]?.[1]
  return { ids, line: first === undefined ? '' : (after.split('\n')[first] ?? '') }
}

/**
 * Tells the people whom a text of a card mentions now and did not before. Before the text is written, so that nobody hears of it a second time as of a
 * change; of a card that was just made, after it.
 */
export async function tellMentions(work: Work, card: CardState, text: Rewritten, { isNew = false } = {}): Promise<void> {
  const { ids, line } = await newMentions(work, card.board_id, text)
  if (ids.length > 0) await work.emit(peopleMentioned, { card, content: line, mentioned: ids, isNew })
}
