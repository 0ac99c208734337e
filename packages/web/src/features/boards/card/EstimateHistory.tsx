import { limits } from '@rodada/contract/limits'
import { type Estimate, roomTasksApi } from '@rodada/contract/room-tasks'
import { IconCards } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { format } from '../../../lib/format.ts'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { useCard } from './card-context.ts'
import { cardKey } from './card-query.ts'
import classes from './EstimateHistory.module.css'
import { momentText } from './moment.ts'
import { Section } from './Section.tsx'

/** What voting rooms estimated the card at, with the votes. Nothing while no room did. */
export function EstimateHistory() {
  const { card } = useCard()
  const query = useInfiniteQuery({
    // A saved estimate is a change of the card.
    queryKey: [...cardKey(card.id), 'estimates', card.updated_at],
    queryFn: ({ pageParam, signal }) => call(roomTasksApi.estimates, { params: { cardId: card.id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.estimatesPage ? undefined : page.at(-1)?.id),
    placeholderData: (before) => before,
  })
  const estimates = query.data?.pages.flat() ?? []
  if (estimates.length === 0) return null
  return (
    <Section icon={IconCards} title={t('card:votings.title')}>
      <ul className={classes.list}>
        {estimates.map((estimate) => (
          <Voting key={estimate.id} voting={estimate} />
        ))}
      </ul>
      <MoreButton query={query} />
    </Section>
  )
}

function Voting({ voting: { estimate, average, votes, room_name, user, created_at } }: { voting: Estimate }) {
  const by = t('card:votings.by', { name: user?.name ?? t('card:someone'), moment: momentText(created_at) })
  return (
    <li className={classes.voting}>
      <span className={classes.points}>{format.number(estimate)}</span>
      <div>
        <p>
          <b>{room_name}</b> <span className={classes.dim}>{t('card:votings.average', { average: format.average(average) })}</span>
        </p>
        <ul className={classes.votes} aria-label={t('card:votings.votes')}>
          {votes.map(({ name, vote }) => (
            <li key={name}>
              {name} <b>{vote}</b>
            </li>
          ))}
        </ul>
        <p className={classes.dim}>{by}</p>
      </div>
    </li>
  )
}
