import { PublicLinksDialog } from '../../../ui/links/PublicLinksDialog.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'

/** The public links of the board that is open, and of the reports of its sprints. */
export function LinksModal({ onClose }: { onClose: () => void }) {
  const { boardId } = useSession()
  const revision = useBoardPart(({ frame }) => frame.revision, 0)
  return <PublicLinksDialog boardId={boardId} revision={revision} onClose={onClose} />
}
