import { IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { changeBoardLook, toggled, useBoardLook } from '../session/board-look.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import classes from './CollapsedHeader.module.css'

/** All that a folded list shows: what it is called and how many cards it holds. A press opens it. */
export function CollapsedHeader({ listId }: { listId: number }) {
  const { boardId } = useSession()
  const { kanban } = useBoardUi()
  const { lists } = useBoardLook(boardId)
  const list = useBoardPart((board) => board.lists.find(({ id }) => id === listId), undefined)
  const count = useBoardPart((board) => cardIdsOf(board, listId).length, 0)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (kanban.takeWantedHead(listId)) button.current?.focus()
  }, [kanban, listId])
  if (!list) return null
  const label = t('boards:list.open', { list: list.title, count })
  return (
    <button
      ref={button}
      type="button"
      data-kanban-header
      className={classes.open}
      title={label}
      onClick={() => {
        changeBoardLook(boardId, { lists: toggled(lists, listId) })
        requestAnimationFrame(() => kanban.focus({ columnId: listId, itemId: null }))
      }}
    >
      <span className="sr-only">{label}</span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
      <span aria-hidden="true" className={classes.count} data-over={(list.wip_limit !== null && count > list.wip_limit) || undefined}>
        {count}
      </span>
      <span aria-hidden="true" className={classes.name}>
        {list.title}
      </span>
    </button>
  )
}
