import type { Activity } from '@rodada/contract/boards/activities'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { activitySentence } from '../../../lib/text/activity-sentence.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'
import { Bones } from './ArchiveModal.tsx'

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
    <Dialog title={t('boardDialogs:activity.title')} size={520} onClose={onClose}>
      {activity.isPending && <Bones />}
      {activity.isLoadingError && <ErrorState level={3} title={t('boards:problems.activity')} onRetry={() => void activity.refetch()} />}
      {activity.isSuccess && entries.length === 0 && <EmptyState art="board" title={t('boardDialogs:activity.none')} />}
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

function Sentence({ entry: { kind, user, by_program, subject: what, details } }: { entry: Activity }) {
  // A move inside of its list names that list twice.
  const to = details.to === details.from ? undefined : details.to
  const { before, subject, after } = activitySentence(
    { kind, subject: what, to, fields: details.fields, user, by_program },
    readUserData()?.id ?? 0,
  )
  return (
    <span>
      {before}
      <b>{subject}</b>
      {after}
    </span>
  )
}
