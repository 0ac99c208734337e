import type { CardHit } from '@rodada/contract/cards/cards'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { useComplete } from '../../../ui/cards/use-complete.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { openTasksQuery } from '../api.ts'
import classes from './ForNow.module.css'
import { forNow } from './for-now.ts'
import { TaskRow } from './TaskRow.tsx'

const shownTasks = 6

/** 'Para agora': what is late, what is due today and soon. A press on the circle moves a card to its board's list of done ones. */
export function ForNow() {
  const { data, isError, error, refetch } = useQuery(openTasksQuery)
  const { leaving, complete } = useComplete()
  const cards = data && forNow(data, shownTasks)
  return (
    <Panel title={t('dashboard:now.title')} aside={<Link to="/my-tasks">{t('dashboard:now.myTasks')}</Link>}>
      {!cards && !isError && (
        <SkeletonGroup>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </SkeletonGroup>
      )}
      {isError && !cards && (
        <ErrorState level={3} title={t('dashboard:tasks.failed')} text={error.message} onRetry={() => void refetch()} />
      )}
      {cards?.length === 0 && <EmptyState art="tasks" title={t('dashboard:now.none')} text={t('dashboard:now.noneText')} />}
      {cards && cards.length > 0 && (
        <ul className={classes.list}>
          {cards.map((card) => (
            <TaskRow
              key={card.id}
              card={card}
              lead={
                card.can_write ? (
                  <CompleteButton card={card} leaving={leaving.has(card.id)} onPress={() => void complete(card)} />
                ) : undefined
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function CompleteButton({ card, leaving, onPress }: { card: CardHit; leaving: boolean; onPress: () => void }) {
  const Icon = leaving ? IconCircleCheck : IconCircleDashed
  return (
    <button
      type="button"
      className={classes.complete}
      data-leaving={leaving}
      aria-disabled={leaving}
      aria-label={t('work:complete.done', { title: card.title })}
      title={t('work:complete.done', { title: '' }).trim()}
      onClick={() => !leaving && onPress()}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  )
}
