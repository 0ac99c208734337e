import { recordApi } from '@rodada/contract/rooms/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Crumb, PageHead } from '../../../ui/page/PageHead.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from './Record.module.css'

/** /salas: the rooms with a record in which one sat, those of the latest round first. */
export function RecordedRoomsScreen() {
  const query = useInfiniteQuery({
    queryKey: ['recorded-rooms', 'all'],
    queryFn: ({ pageParam, signal }) => call(recordApi.rooms, { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  })
  const { data, error, refetch } = query
  const rooms = data?.pages.flatMap((page) => page.rooms)
  return (
    <>
      <PageHead
        crumb={<Crumb to="/dashboard">{t('record:rooms.back')}</Crumb>}
        title={t('record:rooms.title')}
        lead={t('record:rooms.lead')}
      />
      {error && !rooms && <ErrorState level={2} title={t('record:problems.rooms')} text={error.message} onRetry={() => void refetch()} />}
      {!error && !rooms && (
        <SkeletonGroup>
          <Skeleton height="4rem" radius="12px" />
          <Skeleton height="4rem" radius="12px" />
        </SkeletonGroup>
      )}
      {rooms?.length === 0 && (
        <EmptyState
          art="tasks"
          level={2}
          title={t('record:rooms.none')}
          text={t('record:rooms.noneText')}
          action={
            <LinkButton to="/" variant="filled">
              {t('record:rooms.open')}
            </LinkButton>
          }
        />
      )}
      {rooms && rooms.length > 0 && (
        <ul className={classes.stories}>
          {rooms.map(({ roomId, roomName, rounds, lastAt, open }) => (
            <li key={`${roomId} ${lastAt}`}>
              <Link to="/votacao/$roomId/historico" params={{ roomId }} className={classes.roomRow}>
                <span className={classes.what}>
                  <b>{roomName}</b>
                  <span>{open ? t('record:rooms.isOpen', { code: roomId }) : t('record:rooms.ended')}</span>
                </span>
                <span className={classes.how}>{t('record:roundCount', { count: rounds })}</span>
                <time dateTime={lastAt} title={format.dateTime(lastAt)}>
                  {format.ago(lastAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query} />
    </>
  )
}
