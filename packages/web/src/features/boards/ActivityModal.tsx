import type { Activity } from '@rodada/contract/activities'
import { boardsApi } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { activitySentence } from '../../lib/activity-sentence.ts'
import { call } from '../../lib/call.ts'
import { format } from '../../lib/format.ts'
import { readUserData } from '../../lib/storage.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from '../../ui/fields.module.css'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Bones } from './ArchiveModal.tsx'
import { useSession } from './board-session.ts'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

/** What happened on the board, the newest first, a page at a time. */
export function ActivityModal({ onClose }: { onClose: () => void }) {
  const { boardId } = useSession()
  const activity = useInfiniteQuery({
    queryKey: ['board', boardId, 'activity'],
    queryFn: ({ pageParam }) => call(boardsApi.activity, { params: { boardId }, query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < limits.page ? undefined : page.at(-1)?.id),
    gcTime: 0,
  })
  useRefetchOnChange(activity.refetch)
  const entries = activity.data?.pages.flat() ?? []
  return (
    <Dialog title={t('boards:activity.title')} size={520} onClose={onClose}>
      {activity.isPending && <Bones />}
      {activity.isLoadingError && <ErrorState level={3} title={t('boards:problems.activity')} onRetry={() => void activity.refetch()} />}
      {activity.isSuccess && entries.length === 0 && <EmptyState art="board" title={t('boards:activity.none')} />}
      <ol className={classes.rows}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Avatar name={entry.user?.name ?? ''} avatar={entry.user?.avatar_url ?? null} size="sm" />
            <span className={classes.rowText}>
              <Sentence entry={entry} />
              <small title={format.dateTime(entry.created_at)}>{format.ago(entry.created_at)}</small>
            </span>
          </li>
        ))}
      </ol>
      <MoreButton query={activity} />
    </Dialog>
  )
}

function Sentence({ entry: { kind, user, subject: what, details } }: { entry: Activity }) {
  // A move inside of its list names that list twice.
  const to = details.to === details.from ? undefined : details.to
  const { before, subject, after } = activitySentence({ kind, subject: what, to, user }, readUserData()?.id ?? 0)
  return (
    <span>
      {before}
      <b>{subject}</b>
      {after}
    </span>
  )
}
