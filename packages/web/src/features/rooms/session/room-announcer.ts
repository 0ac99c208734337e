import type { Participant } from '@rodada/contract/rooms/rooms'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'

export type RoomAnnouncer = {
  voted: (name: string) => void
  /** What changed between two participant lists. */
  people: (before: readonly Participant[], after: readonly Participant[]) => void
  say: (text: string) => void
  /** What turned or cleared the cards: who had voted until then is old news. */
  turn: (text: string) => void
  stop: () => void
}

/** News of a moment are read as one sentence each, so that a full room does not talk without end. */
const gatherFor = 1200
const namedAtMost = 3

/** Speaks for the table: gathers who voted, came and went, and hands one text to the live region. */
export function createRoomAnnouncer(announce: (text: string) => void): RoomAnnouncer {
  const news = { voted: new Set<string>(), joined: new Set<string>(), left: new Set<string>() }
  let texts: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const kind of ['joined', 'left', 'voted'] as const) {
      const names = [...news[kind]]
      news[kind].clear()
      if (names.length === 0) continue
      const count = names.length
      texts.push(
        count > namedAtMost
          ? t(`rooms:news.${kind}Many`, { count })
          : t(count === 1 ? `rooms:news.${kind}One` : `rooms:news.${kind}Some`, { names: format.list(names) }),
      )
    }
    if (texts.length > 0) announce(texts.join(' '))
    texts = []
  }
  const soon = () => {
    timer ??= setTimeout(flush, gatherFor)
  }
  const say = (text: string) => {
    texts.push(text)
    soon()
  }
  return {
    voted: (name) => {
      news.voted.add(name)
      soon()
    },
    people: (before, after) => {
      const was = new Set(before.filter(({ connected }) => connected).map(({ id }) => id))
      const is = new Set(after.filter(({ connected }) => connected).map(({ id }) => id))
      for (const { id, name } of after) if (is.has(id) && !was.has(id)) news.joined.add(name)
      for (const { id, name } of before) if (was.has(id) && !is.has(id)) news.left.add(name)
      if (news.joined.size + news.left.size > 0) soon()
    },
    say,
    turn: (text) => {
      news.voted.clear()
      say(text)
    },
    stop: () => clearTimeout(timer),
  }
}
