import { cardsApi } from '@rodada/contract/cards/card-calls'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'

/** Leads from a card's key, also one that it had before, to the card on its board. */
export function CardByKeyScreen() {
  const { key } = useParams({ from: '/cartao/$key' })
  const {
    data: card,
    error,
    refetch,
  } = useQuery({
    queryKey: ['cards', 'by-key', key],
    queryFn: ({ signal }) => call(cardsApi.byKey, { params: { key }, signal }),
  })
  if (card) return <Navigate to="/board/$boardId" params={{ boardId: String(card.board_id) }} search={{ card: String(card.id) }} replace />
  // The server answered, and the answer will not change by asking again.
  const isAbsent = error instanceof CallError && error.status >= 400 && error.status < 500
  return (
    <PanelScreen home="/dashboard">
      {!error && (
        <SkeletonGroup>
          <Skeleton width="60%" height="1.75rem" />
          <Skeleton />
        </SkeletonGroup>
      )}
      {isAbsent && (
        <EmptyState
          art="board"
          level={1}
          title={t('card:key.none', { key })}
          text={t('card:key.noneText')}
          action={
            <LinkButton to="/dashboard" search={{ ver: 'quadros' }} variant="filled">
              {t('card:key.boards')}
            </LinkButton>
          }
        />
      )}
      {error && !isAbsent && <ErrorState title={t('card:problems.load')} onRetry={() => void refetch()} />}
    </PanelScreen>
  )
}
