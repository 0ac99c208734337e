import { undoMs } from '@rodada/contract/board-settings'
import { boardsApi } from '@rodada/contract/boards'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { readUserData } from '../../lib/storage.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/feedback.tsx'
import { tellProblem } from './board-actions.ts'
import { useBoardPart, useSession } from './board-session.ts'
import { cardIdsOf } from './board-state.ts'
import type { BoardDialog } from './board-ui.ts'

const QuickEditModal = lazy(async () => ({ default: (await import('./QuickEditModal.tsx')).QuickEditModal }))
const MoveModal = lazy(async () => ({ default: (await import('./MoveModal.tsx')).MoveModal }))
const BoardSettingsModal = lazy(async () => ({ default: (await import('./BoardSettingsModal.tsx')).BoardSettingsModal }))
const LabelsModal = lazy(async () => ({ default: (await import('./LabelsModal.tsx')).LabelsModal }))
const MembersModal = lazy(async () => ({ default: (await import('./MembersModal.tsx')).MembersModal }))
const ArchiveModal = lazy(async () => ({ default: (await import('./ArchiveModal.tsx')).ArchiveModal }))
const ActivityModal = lazy(async () => ({ default: (await import('./ActivityModal.tsx')).ActivityModal }))
const ShortcutsModal = lazy(async () => ({ default: (await import('./ShortcutsModal.tsx')).ShortcutsModal }))

type Props = { dialog: BoardDialog | null; onClose: () => void; onOpenCard: (cardId: number) => void }

/** What is open over the board, loaded when somebody opens it. */
export function BoardDialogs({ dialog, onClose, onOpenCard }: Props) {
  return <Suspense fallback={null}>{dialog && <Opened dialog={dialog} onClose={onClose} onOpenCard={onOpenCard} />}</Suspense>
}

function Opened({ dialog, onClose, onOpenCard }: Props & { dialog: BoardDialog }) {
  switch (dialog.kind) {
    case 'quickEdit':
      return <QuickEditModal cardId={dialog.cardId} field={dialog.field} onClose={onClose} onOpenCard={() => onOpenCard(dialog.cardId)} />
    case 'move':
      return <MoveModal cardId={dialog.cardId} onClose={onClose} />
    case 'deleteList':
      return <DeleteList listId={dialog.listId} onClose={onClose} />
    case 'settings':
      return <BoardSettingsModal onClose={onClose} />
    case 'labels':
      return <LabelsModal onClose={onClose} />
    case 'members':
      return <MembersModal onClose={onClose} />
    case 'archive':
      return <ArchiveModal onClose={onClose} />
    case 'activity':
      return <ActivityModal onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsModal onClose={onClose} />
    case 'deleteBoard':
      return <DeleteBoard onClose={onClose} />
    case 'leave':
      return <Leave onClose={onClose} />
  }
}

function DeleteList({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { actions } = useSession()
  const title = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId)?.title, undefined)
  const count = useBoardPart((board) => cardIdsOf(board, listId).length, 0)
  if (title === undefined) return null
  return (
    <ConfirmDialog
      title={t('boards:list.deleteTitle', { list: title })}
      text={t('boards:list.deleteText', { count })}
      action={t('boards:list.delete')}
      // The list goes at once and comes back when refused: nothing to wait for.
      onConfirm={async () => void actions.deleteList(listId)}
      onClose={onClose}
    />
  )
}

function DeleteBoard({ onClose }: { onClose: () => void }) {
  const { boardId } = useSession()
  const navigate = useNavigate()
  const title = useBoardPart(({ frame }) => frame.title, '')
  const restore = async () => {
    try {
      await call(boardsApi.restore, { params: { boardId } })
      await navigate({ to: '/board/$boardId', params: { boardId: String(boardId) } })
    } catch (reason) {
      tellProblem(t('boards:problems.restore'), reason)
    }
  }
  const remove = async () => {
    try {
      await call(boardsApi.remove, { params: { boardId } })
      await navigate({ to: '/trello' })
      const action = { label: t('boards:undo.action'), run: () => void restore() }
      toast(t('boards:confirm.deletedBoard', { title }), { duration: undoMs, action })
    } catch (reason) {
      tellProblem(t('boards:problems.deleteBoard'), reason)
    }
  }
  return (
    <ConfirmDialog
      title={t('boards:confirm.deleteBoardTitle', { title })}
      text={t('boards:confirm.deleteBoardText')}
      action={t('boards:confirm.deleteBoard')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

function Leave({ onClose }: { onClose: () => void }) {
  const { boardId } = useSession()
  const navigate = useNavigate()
  const leave = async () => {
    const userId = readUserData()?.id
    if (userId === undefined) return
    try {
      await call(boardsApi.removeMember, { params: { boardId, userId } })
      await navigate({ to: '/trello' })
    } catch (reason) {
      tellProblem(t('boards:problems.leave'), reason)
    }
  }
  return (
    <ConfirmDialog
      title={t('boards:members.leaveConfirm')}
      text={t('boards:members.leaveText')}
      action={t('boards:members.leave')}
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
