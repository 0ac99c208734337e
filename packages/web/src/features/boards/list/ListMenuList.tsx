import { Menu } from '@mantine/core'
import type { List } from '@rodada/contract/boards/boards'
import { IconArchive, IconChevronLeft, IconCopy, IconGauge, IconSortAscending, IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { ColumnMenuList } from '../../../ui/kanban/ColumnMenuList.tsx'
import menu from '../../../ui/page/menu.module.css'
import type { PopPlace } from '../../../ui/page/PopButton.tsx'
import { changeBoardLook, toggled, useBoardLook } from '../session/board-look.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useBoardUi } from '../session/board-ui.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What one does with a list. */
export function ListMenuList({ at, list }: { at: PopPlace; list: List }) {
  const { actions, boardId } = useSession()
  const { open, archive, setRenaming, kanban } = useBoardUi()
  const { lists: folded } = useBoardLook(boardId)
  const lists = useBoardPart((board) => board.lists, [])
  const fold = () => {
    kanban.wantHead(list.id)
    changeBoardLook(boardId, { lists: toggled(folded, list.id) })
  }
  return (
    <ColumnMenuList
      at={at}
      rename={t('boards:list.rename')}
      onRename={() => setRenaming(list.id)}
      index={lists.findIndex(({ id }) => id === list.id)}
      count={lists.length}
      onMove={(index) => void actions.moveList(list.id, index)}
      status={list.status}
      statusLabel={t('boards:list.status')}
      statusHint={t('boards:list.statusHint')}
      onStatus={(status) => void actions.setListStatus(list.id, status)}
    >
      <Menu.Item leftSection={<IconGauge {...icon} />} onClick={() => open({ kind: 'wipLimit', listId: list.id })}>
        {t('boards:list.limit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSortAscending {...icon} />} onClick={() => open({ kind: 'sortList', listId: list.id })}>
        {t('boards:list.sort')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void actions.copyList(list.id)}>
        {t('boards:list.copy')}
      </Menu.Item>
      <Menu.Item leftSection={<IconChevronLeft {...icon} />} onClick={fold}>
        {t('boards:list.fold')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void archive({ kind: 'list', id: list.id })}>
        {t('boards:list.archive')}
      </Menu.Item>
      <Menu.Item
        className={menu.danger}
        leftSection={<IconTrash {...icon} />}
        onClick={() => open({ kind: 'deleteList', listId: list.id })}
      >
        {t('boards:list.delete')}
      </Menu.Item>
    </ColumnMenuList>
  )
}
