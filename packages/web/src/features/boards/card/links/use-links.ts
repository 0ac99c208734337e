import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { githubApi } from '@rodada/contract/integrations/github'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../lib/call/call.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'

/** What hangs on the card, in two questions. `count` is undefined until both are answered. */
export function useLinks() {
  const { card } = useCard()
  const params = { cardId: card.id }
  const attachments = useQuery({
    queryKey: [...cardKey(card.id), 'attachments'],
    queryFn: ({ signal }) => call(attachmentsApi.list, { params, signal }),
  })
  const links = useQuery({
    queryKey: [...cardKey(card.id), 'github'],
    queryFn: ({ signal }) => call(githubApi.links, { params, signal }),
  })
  const count = attachments.data && links.data ? attachments.data.length + links.data.length : undefined
  return { attachments, links, count }
}

/** Where a link is added: in the line of what the card has none of, or in the head of its links. */
export const findAddLink = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-add-link]')

/** Shows again what hangs on the card, and its face on the board, after something was done to it. */
export function useShowLinks(): () => Promise<void> {
  const { card } = useCard()
  const board = useBoard()
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: cardKey(card.id) })
    void board.sync.refresh()
  }
}
