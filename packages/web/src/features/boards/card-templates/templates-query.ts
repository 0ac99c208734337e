import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'

/** The templates of cards of the board that is on screen, also when somebody else changes them. */
export function useTemplates() {
  const { boardId } = useSession()
  const query = useQuery({
    queryKey: ['board', boardId, 'card-templates'],
    queryFn: ({ signal }) => call(cardTemplatesApi.list, { params: { boardId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  useRefetchOnChange(query.refetch)
  return query
}
