import { IconCards } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { useOpenRoom } from '../../ui/fields/use-open-room.ts'

/** Creates a room and enters it, in one click. */
export function OpenRoom({ iconOnly = false }: { iconOnly?: boolean }) {
  const { open, busy } = useOpenRoom()
  // From a board's page the room starts with that board's deck.
  const boardId = useParams({ strict: false, select: ({ boardId }) => boardId })
  const name = t('shell:nav.openRoom')
  return (
    <button
      type="button"
      aria-busy={busy}
      onClick={() => void open([], '', boardId === undefined ? undefined : Number(boardId))}
      {...(iconOnly && { 'aria-label': name, title: name })}
    >
      <IconCards size={18} stroke={1.75} aria-hidden />
      {!iconOnly && <span>{name}</span>}
    </button>
  )
}
