import { lazy } from 'react'
import { loadTexts } from '../../i18n/index.ts'
import type { BoardDialog } from './board-ui.ts'

const QuickEditModal = lazy(async () => {
  const [module] = await Promise.all([import('./QuickEditModal.tsx'), loadTexts('conflict')])
  return { default: module.QuickEditModal }
})
const ConfirmModal = lazy(async () => ({ default: (await import('./ConfirmModal.tsx')).ConfirmModal }))
const MoveModal = lazy(async () => ({ default: (await import('./MoveModal.tsx')).MoveModal }))
const BoardSettingsModal = lazy(async () => {
  const [module] = await Promise.all([import('./BoardSettingsModal.tsx'), loadTexts('conflict')])
  return { default: module.BoardSettingsModal }
})
const ListClashModal = lazy(async () => {
  const [module] = await Promise.all([import('./ListClashModal.tsx'), loadTexts('conflict')])
  return { default: module.ListClashModal }
})
const LabelsModal = lazy(async () => {
  const [module] = await Promise.all([import('./LabelsModal.tsx'), loadTexts('conflict')])
  return { default: module.LabelsModal }
})
const MembersModal = lazy(async () => ({ default: (await import('./MembersModal.tsx')).MembersModal }))
const ArchiveModal = lazy(async () => ({ default: (await import('./ArchiveModal.tsx')).ArchiveModal }))
const ActivityModal = lazy(async () => {
  const [module] = await Promise.all([import('./ActivityModal.tsx'), loadTexts('activity')])
  return { default: module.ActivityModal }
})
const ShortcutsModal = lazy(async () => ({ default: (await import('./ShortcutsModal.tsx')).ShortcutsModal }))

type Props = { dialog: BoardDialog; onClose: () => void; onOpenCard: (cardId: number) => void }

/** What is open over the board, loaded when somebody opens it. */
export function BoardDialogs({ dialog, onClose, onOpenCard }: Props) {
  switch (dialog.kind) {
    case 'quickEdit':
      return <QuickEditModal cardId={dialog.cardId} field={dialog.field} onClose={onClose} onOpenCard={() => onOpenCard(dialog.cardId)} />
    case 'move':
      return <MoveModal cardId={dialog.cardId} onClose={onClose} />
    case 'listClash':
      return <ListClashModal listId={dialog.listId} edit={dialog.edit} clash={dialog.clash} onClose={onClose} />
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
    case 'deleteList':
    case 'deleteBoard':
    case 'leave':
      return <ConfirmModal asked={dialog} onClose={onClose} />
  }
}
