import { createHash } from 'node:crypto'
import type { BundleCard } from './bundle-model.ts'

/** What a card was, last, in the file: of comments and moves each is known by itself, and the rest comes once. */
export const digestOf = ({
  comments: _,
  comment_count: _____,
  moves: __,
  start: ___,
  position: ____,
  said_at: ______,
  planned,
  estimates: ________,
  more_estimates: ____________,
  recurrence: _________,
  backlog_place: __________,
  from_sprint: ___________,
  digest,
  ...card
}: BundleCard): string => {
  if (digest !== undefined) return digest
  // That a link leads to a file which can be fetched is nothing that the card says.
  const links = card.links.map(({ upload: _upload, ...link }) => link)
  const said = createHash('sha256')
    .update(JSON.stringify({ ...card, links }))
    .digest('hex')
    .slice(0, digestLetters)
  // Apart, because an issue that only went to another sprint is no card that changed.
  return planned?.column === '' ? `${said} ${planned.sprint}` : said
}
const digestLetters = 32
/** What a digest says of a card, and which sprint it was in; boards of this program keep their own sprints. */
export const readDigest = (digest: string): { said: string; sprint: string | undefined } => ({
  said: digest.slice(0, digestLetters),
  sprint: digest.slice(digestLetters + 1) || undefined,
})
