import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useSession } from '../session/board-session.ts'
import type { BoardDialog } from '../session/board-ui.ts'

const QuickEditModal = lazyPart(async () => (await import('../list/QuickEditModal.tsx')).QuickEditModal, { texts: ['conflict'] })
const CardLabelsModal = lazyPart(async () => (await import('./CardLabelsModal.tsx')).CardLabelsModal)
const ConfirmModal = lazyPart(async () => (await import('./ConfirmModal.tsx')).ConfirmModal)
const MoveModal = lazyPart(async () => (await import('./MoveModal.tsx')).MoveModal)
const BoardSettingsModal = lazyPart(async () => (await import('./BoardSettingsModal.tsx')).BoardSettingsModal, { texts: ['conflict'] })
const NameClashModal = lazyPart(async () => (await import('../../../ui/kanban/NameClashModal.tsx')).NameClashModal, { texts: ['conflict'] })
const WipLimitModal = lazyPart(async () => (await import('./WipLimitModal.tsx')).WipLimitModal)
const SortModal = lazyPart(async () => (await import('../fields/SortModal.tsx')).SortModal, { texts: ['fields'] })
const FieldsModal = lazyPart(async () => (await import('../fields/FieldsModal.tsx')).FieldsModal, { texts: ['fields'] })
const FromTemplateModal = lazyPart(async () => (await import('../card-templates/FromTemplateModal.tsx')).FromTemplateModal, {
  texts: ['cardTemplates'],
})
const TemplatesModal = lazyPart(async () => (await import('../card-templates/TemplatesModal.tsx')).TemplatesModal, {
  texts: ['cardTemplates', 'fields'],
})
const CopyBoardModal = lazyPart(async () => (await import('./CopyBoardModal.tsx')).CopyBoardModal)
const ExportModal = lazyPart(async () => (await import('./ExportModal.tsx')).ExportModal)
const LinksModal = lazyPart(async () => (await import('./LinksModal.tsx')).LinksModal, { texts: ['publicLinks'] })
const LabelsModal = lazyPart(async () => (await import('./LabelsModal.tsx')).LabelsModal, { texts: ['conflict'] })
const MembersModal = lazyPart(async () => (await import('./MembersModal.tsx')).MembersModal, { texts: ['inviting'] })
const ArchiveModal = lazyPart(async () => (await import('./ArchiveModal.tsx')).ArchiveModal)
const ActivityModal = lazyPart(async () => (await import('./ActivityModal.tsx')).ActivityModal, { texts: ['activity'] })
const IntegrationsModal = lazyPart(async () => (await import('../integrations/IntegrationsModal.tsx')).IntegrationsModal, {
  texts: ['integrations'],
})
const ShortcutsModal = lazyPart(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal)

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
    case 'wipLimit':
      return <WipLimitModal listId={dialog.listId} onClose={onClose} />
    case 'sortList':
      return <SortModal listId={dialog.listId} onClose={onClose} />
    case 'fields':
      return <FieldsModal onClose={onClose} />
    case 'fromTemplate':
      return <FromTemplateModal listId={dialog.listId} written={dialog.written} draft={dialog.draft} onClose={onClose} />
    case 'cardTemplates':
      return <TemplatesModal onClose={onClose} />
    case 'settings':
      return <BoardSettingsModal onClose={onClose} />
    case 'copy':
      return <CopyBoardModal onClose={onClose} />
    case 'export':
      return <ExportModal onClose={onClose} />
    case 'links':
      return <LinksModal onClose={onClose} />
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
