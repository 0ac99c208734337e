import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { marksKey, marksQuery, seeCard } from '../../lib/call/news-queries.ts'
import { useBoardPart, useSession } from './session/board-session.ts'
import { noNews } from './session/news-context.ts'

/** How long news of others' changes wait for more of them, in milliseconds: a busy board is asked once a second. */
const gatherMs = 1000

type Props = { openCard: number | null; onNews: (cardIds: ReadonlySet<number>) => void }

/** Tells which cards changed, as it is now, and takes the mark off the card that is open: who reads it has seen what changed. */
export function BoardNews({ openCard, onNews }: Props) {
  const { boardId } = useSession()
  const client = useQueryClient()
  const revision = useBoardPart(({ frame }) => frame.revision, 0)
  const { data } = useQuery(marksQuery(boardId))
  const latest = useRef(revision)
  const asked = useRef(revision)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = revision
    // What comes meanwhile is part of the same question, or nobody would be asked while others work without a pause.
    if (waiting.current !== undefined || asked.current === revision) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      asked.current = latest.current
      void client.invalidateQueries({ queryKey: marksKey(boardId) })
    }, gatherMs)
  }, [client, boardId, revision])
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
  const until = data?.until ?? 0
  const isOpenNews = openCard !== null && data?.card_ids.includes(openCard) === true
  useEffect(() => {
    // Without a network it simply stays marked.
    if (isOpenNews) seeCard(client, boardId, openCard, until).catch(() => undefined)
  }, [client, boardId, openCard, isOpenNews, until])
  useEffect(() => {
    if (data) onNews(data.card_ids.length > 0 ? new Set(data.card_ids) : noNews)
  }, [data, onNews])
  return null
}
