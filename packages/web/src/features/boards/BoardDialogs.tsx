import { limits } from '@rodada/contract/limits'
import { t } from '../../i18n/index.ts'
import { late } from '../../ui/late.tsx'
import { useSession } from './board-session.ts'
import type { BoardDialog } from './board-ui.ts'

const QuickEditModal = late(async () => (await import('./QuickEditModal.tsx')).QuickEditModal, { texts: ['conflict'] })
const CardLabelsModal = late(async () => (await import('./CardLabelsModal.tsx')).CardLabelsModal)
const ConfirmModal = late(async () => (await import('./ConfirmModal.tsx')).ConfirmModal)
const MoveModal = late(async () => (await import('./MoveModal.tsx')).MoveModal)
const BoardSettingsModal = late(async () => (await import('./BoardSettingsModal.tsx')).BoardSettingsModal, { texts: ['conflict'] })
const NameClashModal = late(async () => (await import('../../ui/kanban/NameClashModal.tsx')).NameClashModal, { texts: ['conflict'] })
const LabelsModal = late(async () => (await import('./LabelsModal.tsx')).LabelsModal, { texts: ['conflict'] })
const MembersModal = late(async () => (await import('./MembersModal.tsx')).MembersModal)
const ArchiveModal = late(async () => (await import('./ArchiveModal.tsx')).ArchiveModal)
const ActivityModal = late(async () => (await import('./ActivityModal.tsx')).ActivityModal, { texts: ['activity'] })
const IntegrationsModal = late(async () => (await import('./integrations/IntegrationsModal.tsx')).IntegrationsModal, {
  texts: ['integrations'],
})
const ShortcutsModal = late(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal)

type Props = { dialog: BoardDialog; onClose: () => void; onOpenCard: (cardId: number) => void }

/** What is open over the board, loaded when somebody opens it. */
export function BoardDialogs({ dialog, onClose, onOpenCard }: Props) {
  const { actions } = useSession()
  switch (dialog.kind) {
    case 'quickEdit':
      return <QuickEditModal cardId={dialog.cardId} field={dialog.field} onClose={onClose} onOpenCard={() => onOpenCard(dialog.cardId)} />
    case 'cardLabels':
      return <CardLabelsModal cardId={dialog.cardId} onClose={onClose} />
    case 'move':
      return <MoveModal cardId={dialog.cardId} onClose={onClose} />
    case 'listClash':
      return (
        <NameClashModal
          title={t('boards:list.renameTitle')}
          of="list"
          label={t('boards:list.title')}
          max={limits.listTitle}
          edit={dialog.edit}
          clash={dialog.clash}
          onSave={(edit) => actions.renameList(dialog.listId, edit)}
          onClose={onClose}
        />
      )
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
    case 'integrations':
      return <IntegrationsModal onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsModal onClose={onClose} />
    case 'archivePlanned':
    case 'deleteList':
    case 'deleteBoard':
    case 'leave':
      return <ConfirmModal asked={dialog} onClose={onClose} />
  }
}
