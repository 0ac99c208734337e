import { t } from '../../../i18n/index.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { useBoardPart } from '../session/board-session.ts'
import { ImportSection } from './ImportSection.tsx'
import { ProgramsSection } from './programs/ProgramsSection.tsx'
import { SlackSection } from './SlackSection.tsx'
import { WebhookSection } from './WebhookSection.tsx'

/** What other services do for this board: those who write import, and its admins decide what goes in and out by itself. */
export function IntegrationsModal({ onClose }: { onClose: () => void }) {
  const can = useBoardPart(({ frame }) => frame.can, null)
  return (
    <Dialog title={t('integrations:modal.title')} size={560} onClose={onClose}>
      {can?.write && <ImportSection />}
      {can?.administer && <WebhookSection />}
      {can?.administer && <SlackSection />}
      {can?.administer && <ProgramsSection />}
    </Dialog>
  )
}
