import { Button } from '@mantine/core'
import type { ActivityKind } from '@rodada/contract/boards/activities'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { MoreButton } from '../../../../ui/page/MoreButton.tsx'
import { Skeleton, SkeletonGroup } from '../../../../ui/states/Skeleton.tsx'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'
import { Section } from '../Section.tsx'
import classes from './ActivityLog.module.css'
import { activityText } from './activity-text.ts'
import { momentText } from './moment.ts'

/** Who did what no person did. */
function nameOfProgram(kind: ActivityKind): string {
  if (kind === 'card.merged' || kind === 'card.named') return 'GitHub'
  return kind === 'card.repeat_stopped' || kind === 'card.repeat_skipped' ? t('brand') : t('card:comments.someoneGone')
}

const pageSize = 20

/** What happened with the card, newest first, for those who ask. */
export function ActivityLog() {
  const [open, setOpen] = useState(false)
  return (
    <Section
      icon={IconHistory}
      title={t('card:activity.title')}
      action={
        <Button size="sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'card:activity.hide' : 'card:activity.show')}
        </Button>
      }
    >
      {open && <Entries />}
    </Section>
  )
}

function Entries() {
  const { card } = useCard()
  const query = useInfiniteQuery({
    queryKey: [...cardKey(card.id), 'activity'],
    queryFn: ({ pageParam, signal }) =>
      call(cardsApi.activity, { params: { cardId: card.id }, query: { before: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  })
  if (query.isPending)
    return (
      <SkeletonGroup>
        <Skeleton width="70%" />
        <Skeleton width="55%" />
      </SkeletonGroup>
    )
  if (!query.data)
    return (
      <p className={classes.problem} role="alert">
        {t('card:activity.problem')}
        <Button size="sm" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  const entries = query.data.pages.flat()
  return (
    <>
      {entries.length === 0 && <p>{t('card:activity.none')}</p>}
      <ul className={classes.list}>
        {entries.map((entry) => {
          const name = entry.user?.name ?? nameOfProgram(entry.kind)
          const who = entry.by_program ? t('card:activity.program', { name }) : name
          return (
            <li key={entry.id}>
              <Avatar name={name} avatar={entry.user?.avatar_url} size="xs" />
              <p>
                <b>{who}</b> {activityText(entry)}{' '}
                <time dateTime={entry.created_at} title={format.dateTime(entry.created_at)}>
                  {momentText(entry.created_at)}
                </time>
              </p>
            </li>
          )
        })}
      </ul>
      <MoreButton query={query} label={t('card:activity.older')} />
    </>
  )
}
