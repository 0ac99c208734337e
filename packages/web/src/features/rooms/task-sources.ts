import { boardsApi } from '@rodada/contract/boards'
import { cardsApi } from '@rodada/contract/cards'
import { limits } from '@rodada/contract/limits'
import { sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { sprintsApi } from '@rodada/contract/sprints'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { fold } from '../../lib/fold.ts'
import { useBoardNews } from '../../lib/use-board-news.ts'

/** Where tasks come from: a sprint that has not ended, or a board. */
export type Source = { key: string; kind: 'sprint' | 'board'; id: number; boardId: number; name: string }
/** A card that may be brought to the table. */
export type Offer = { id: number; title: string; estimate: number | null }

const finished: readonly string[] = ['concluida', 'cancelada']

/** The open sprints and the boards that this person sees, the ones of now first. */
export const useSources = () =>
  useQuery({
    queryKey: ['room-sources'],
    queryFn: async ({ signal }) => {
      const [sprints, boards] = await Promise.all([
        call(sprintsApi.list, { query: { status: 'ativas', limit: limits.page }, signal }),
        call(boardsApi.list, { query: { limit: limits.page }, signal }),
      ])
      return {
        sprints: sprints.data.map(
          ({ id, board_id, nome, board_name }): Source => ({
            key: `sprint-${id}`,
            kind: 'sprint',
            id,
            boardId: board_id,
            name: `${nome} · ${board_name}`,
          }),
        ),
        boards: boards.map(({ id, title }): Source => ({ key: `board-${id}`, kind: 'board', id, boardId: id, name: title })),
      }
    },
    staleTime: 0,
  })

/** Unfinished cards of a source by text, live while the dialog is open. */
export function useOffers(source: Source, q: string, onlyOpen: boolean) {
  const client = useQueryClient()
  // A sprint is filtered here, since it arrives whole.
  const asked = source.kind === 'board' ? q : ''
  const queryKey = ['room-offers', source.key, asked]
  useBoardNews(source.boardId, () => void client.invalidateQueries({ queryKey: ['room-offers', source.key] }))
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Offer[]> => {
      if (source.kind === 'board') {
        const search = { board_id: source.id, ...(asked ? { q: asked } : {}), limit: limits.pageMax }
        const hits = await call(cardsApi.search, { query: search, signal })
        return hits.filter(({ status }) => !finished.includes(status))
      }
      const { data } = await call(sprintTasksApi.list, { params: { sprintId: source.id }, signal })
      return data
        .filter(({ status }) => !finished.includes(status))
        .map(({ id, titulo, estimativa_pontos }) => ({ id, title: titulo, estimate: estimativa_pontos }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const needle = fold(q)
  const offers = (query.data ?? []).filter(
    ({ title, estimate }) => (!onlyOpen || estimate === null) && (source.kind === 'board' || fold(title).includes(needle)),
  )
  return { offers, isPending: query.isPending, isError: query.isError, refetch: () => void query.refetch() }
}
