import type { CardHit } from '@rodada/contract/cards/cards'
import type { OwnCards } from '@rodada/contract/cards/own-cards'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { firstDay, lastDay } from '../../lib/dates/parse-day.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { useComplete } from '../../ui/cards/use-complete.ts'
import { isCardInAddress, useEscapeBehind } from '../../ui/cards/use-escape-behind.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { openTasksQuery } from './api.ts'
import { DueSection } from './DueSection.tsx'
import { Head } from './Head.tsx'
import type { MyTasksSearch } from './my-tasks-search.ts'
import classes from './OpenTasks.module.css'
import { nothing } from './period.ts'
import { useSetDue } from './use-set-due.ts'
import { findRow, useKeptFocus, useTaskKeys } from './use-task-keys.ts'

const DatePicker = lazyPart(async () => (await import('../../ui/fields/DatePicker.tsx')).DatePicker)

/** What other people's work changes here. */
const news = [openTasksQuery.queryKey]

export type CardPlace = { boardId: number; cardId: number; onClose: () => void }

type Props = { search: MyTasksSearch; renderCard: (place: CardPlace) => ReactNode }

/** What is open with this person on all boards, by when it is due. */
export function OpenTasks({ search, renderCard }: Props) {
  const { data, error, refetch } = useQuery(openTasksQuery)
  const navigate = useNavigate()
  const panel = useRef<HTMLDivElement>(null)
  const [dating, setDating] = useState<CardHit | null>(null)
  const { leaving, complete } = useComplete()
  const setDue = useSetDue()
  useOverviewNews(news)
  useCountAnnouncement(data?.open)
  useKeptFocus(panel, data, search.card)
  const closeCard = () => void navigate({ to: '/my-tasks', search: nothing, resetScroll: false })
  // The list closes what is on its way, too: the card's own part may still be loading.
  useEscapeBehind(isCardInAddress, closeCard)
  useTaskKeys(panel)

  const [cardId, boardId] = [Number(search.card), Number(search.quadro)]
  return (
    <>
      <Head tab="open" open={data?.open} lead={data ? leadOf(data) : <Skeleton width="min(18rem, 60vw)" />} />
      {error && !data && (
        <div className={classes.alone}>
          <ErrorState level={2} title={t('myTasks:failed')} text={error.message} onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !data && <Bones />}
      {data?.open === 0 && <Nothing />}
      {data && data.open > 0 && (
        <>
          <div ref={panel} className={classes.panel}>
            {data.groups.map((group) => (
              <DueSection key={group.due} group={group} leaving={leaving} onComplete={complete} onDate={setDating} />
            ))}
          </div>
          <Hints />
        </>
      )}
      {dating && (
        <DatePicker
          label={t('myTasks:dueOf', { title: dating.title })}
          anchor={findRow(panel.current, dating.id)?.querySelector('[data-set-due]') ?? null}
          value={dating.due_date}
          min={firstDay}
          max={lastDay}
          sprintEnd={dating.sprint?.data_fim ?? null}
          onPick={(day) => {
            setDating(null)
            void setDue(dating, day === '' ? null : day)
          }}
          onClose={() => setDating(null)}
        />
      )}
      {cardId > 0 && boardId > 0 && renderCard({ boardId, cardId, onClose: closeCard })}
    </>
  )
}

/** '9 em aberto em 3 quadros, 24 pontos. 1 passou do prazo.' */
function leadOf({ open, boards, points, groups }: OwnCards): string {
  if (open === 0) return t('myTasks:places.openNoneText')
  const late = groups.find(({ due }) => due === 'late')?.count ?? 0
  const parts = [
    t('myTasks:open.total', { count: open, boards: t('myTasks:open.boards', { count: boards }) }),
    ...(points > 0 ? [format.points(points)] : []),
  ]
  return `${parts.join(', ')}.${late > 0 ? ` ${t('myTasks:open.late', { count: late })}` : ''}`
}

const Nothing = () => (
  <div className={classes.alone}>
    <EmptyState
      art="tasks"
      level={2}
      title={t('myTasks:places.openNone')}
      text={t('myTasks:open.noneText')}
      action={<LinkButton to="/sprints">{t('myTasks:sprints')}</LinkButton>}
    />
  </div>
)

const Bones = () => (
  <SkeletonGroup>
    <Skeleton height="8.25rem" radius="12px" />
    <Skeleton height="11rem" radius="12px" />
  </SkeletonGroup>
)

const hints = ['walk', 'open', 'complete', 'date', 'more'] as const

const Hints = () => (
  <dl className={classes.hints} aria-label={t('myTasks:hints.title')}>
    {hints.map((hint) => (
      <div key={hint}>
        <dt>
          {t(`myTasks:hints.${hint}.keys`)
            .split(' ')
            .map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
        </dt>
        <dd>{t(`myTasks:hints.${hint}.text`)}</dd>
      </div>
    ))}
  </dl>
)

/** Says how much is open, also when somebody else changes it. */
function useCountAnnouncement(open: number | undefined): void {
  const said = open === undefined ? null : `${t('myTasks:places.open')}: ${t('myTasks:count', { count: open })}`
  useEffect(() => {
    if (said) announce(said)
  }, [said])
}
