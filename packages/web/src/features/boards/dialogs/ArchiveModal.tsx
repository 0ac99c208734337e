import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'
import { deleteArchived } from './deleting.ts'

/** What was put aside, and the way back. */
export function ArchiveModal({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const { boardId, actions } = session
  const mayWrite = useBoardPart(({ frame }) => frame.can.write, false)
  const archive = useInfiniteQuery({
    queryKey: ['board', boardId, 'archive'],
    queryFn: ({ pageParam }) => call(boardsApi.archive, { params: { boardId }, query: { ...pageParam } }),
    initialPageParam: undefined as { before: string; before_id: number } | undefined,
    getNextPageParam: ({ cards: shown }) => {
      const last = shown.at(-1)
      return shown.length < limits.page || !last ? undefined : { before: last.archived_at, before_id: last.id }
    },
    gcTime: 0,
  })
  useRefetchOnChange(archive.refetch)
  const cards = archive.data?.pages.flatMap((page) => page.cards) ?? []
  const lists = archive.data?.pages[0]?.lists ?? []
  const restore = async (title: string, send: () => Promise<boolean>) => {
    if (await send()) toast(t('boards:announce.restored', { title }))
  }
  const row = (id: number, title: string, note: string, send: () => Promise<boolean>, remove: () => Promise<boolean>) => (
    <li key={id}>
      <span className={classes.rowText}>
        {title}
        <small>{note}</small>
      </span>
      {mayWrite && (
        <>
          <Button size="sm" aria-label={t('boardDialogs:archive.restoreNamed', { title })} onClick={() => void restore(title, send)}>
            {t('boardDialogs:archive.restore')}
          </Button>
          <IconButton label={t('boardDialogs:archive.deleteNamed', { title })} onClick={() => void remove()}>
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
  return (
    <Dialog title={t('boardDialogs:archive.title')} size={520} onClose={onClose}>
      {archive.isPending && <Bones />}
      {archive.isLoadingError && <ErrorState level={3} title={t('boards:problems.archive')} onRetry={() => void archive.refetch()} />}
      {archive.isSuccess && cards.length + lists.length === 0 && (
        <EmptyState art="board" title={t('boardDialogs:archive.none')} text={t('boardDialogs:archive.noneText')} />
      )}
      {lists.length > 0 && (
        <section className={classes.section}>
          <h3>{t('boardDialogs:archive.lists')}</h3>
          <ul className={classes.rows}>
            {lists.map(({ id, title, archived_at }) =>
              row(
                id,
                title,
                format.ago(archived_at),
                () => actions.restoreList(id),
                () => deleteArchived(session, { kind: 'list', id }, title),
              ),
            )}
          </ul>
        </section>
      )}
      {cards.length > 0 && (
        <section className={classes.section}>
          <h3>{t('boardDialogs:archive.cards')}</h3>
          <ul className={classes.rows}>
            {cards.map(({ id, title, list_title, archived_at }) =>
              row(
                id,
                title,
                t('boardDialogs:archive.from', { list: list_title, when: format.ago(archived_at) }),
                () => actions.restore(id),
                () => deleteArchived(session, { kind: 'card', id }, title),
              ),
            )}
          </ul>
        </section>
      )}
      <MoreButton query={archive} />
    </Dialog>
  )
}

/** Rows on their way. */
export function Bones() {
  return (
    <SkeletonGroup>
      <Skeleton height="2.5rem" />
      <Skeleton height="2.5rem" width="90%" />
      <Skeleton height="2.5rem" width="94%" />
    </SkeletonGroup>
  )
}
