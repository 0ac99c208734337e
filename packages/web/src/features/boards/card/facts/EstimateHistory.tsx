import { limits } from '@rodada/contract/core/limits'
import { deckNumbers } from '@rodada/contract/rooms/faces'
import { roomTasksApi, type TaskEstimate } from '@rodada/contract/rooms/tasks'
import { IconCards } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { format } from '../../../../lib/dates/format.ts'
import { ConfidenceMark } from '../../../../ui/marks/ConfidenceMark.tsx'
import { MoreButton } from '../../../../ui/page/MoreButton.tsx'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'
import { momentText } from '../comments/moment.ts'
import { Section } from '../Section.tsx'
import classes from './EstimateHistory.module.css'

/** What voting rooms and sealed estimations gave the card, with the votes. Nothing while none did. */
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

function Voting({ voting: { estimate, average, votes, room_name, user, created_at } }: { voting: TaskEstimate }) {
  // What a sealed estimation settled was saved by no room.
  const sealed = room_name === ''
  const by = t(sealed ? 'card:votings.byRule' : 'card:votings.by', {
    name: user?.name ?? t('card:someone'),
    moment: momentText(created_at),
  })
  return (
    <li className={classes.voting}>
      <span className={classes.points}>{format.number(estimate)}</span>
      <div>
        <p>
          <b>{sealed ? t('card:votings.sealed') : room_name}</b>{' '}
          {deckNumbers(votes.map(({ vote }) => vote)).length > 0 && (
            <span className={classes.dim}>{t('card:votings.average', { average: format.average(average) })}</span>
          )}
        </p>
        <ul className={classes.votes} aria-label={t('card:votings.votes')}>
          {votes.map(({ name, vote, confidence, ...of }, index) => (
            <li key={voterKey(of, index)}>
              {name} <b>{vote}</b>
              {confidence && (
                <>
                  {' '}
                  <ConfidenceMark confidence={confidence} className={classes.mark} />
                  <span className="sr-only">{t(`card:votings.${confidence}`)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
        <Reasons votes={votes} />
        <p className={classes.dim}>{by}</p>
      </div>
    </li>
  )
}

/** Two people of one name are two; votes of before say nothing else of who it was, and their order never changes. */
const voterKey = ({ participant_id }: Pick<TaskEstimate['votes'][number], 'participant_id'>, index: number): string =>
  participant_id === undefined ? `at ${index}` : String(participant_id)

/** What people saw in the card, each in one line. */
function Reasons({ votes }: Pick<TaskEstimate, 'votes'>) {
  const told = votes.filter(({ reason }) => reason !== undefined)
  if (told.length === 0) return null
  return (
    <ul className={classes.reasons} aria-label={t('card:votings.reasons')}>
      {told.map(({ name, vote, reason, ...of }, index) => (
        <li key={voterKey(of, index)}>
          <b>{vote}</b>
          <span>
            {name}: {reason}
          </span>
        </li>
      ))}
    </ul>
  )
}
