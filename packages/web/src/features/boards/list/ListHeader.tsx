import { Menu } from '@mantine/core'
import type { List } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { IconArchive, IconChevronLeft, IconCopy, IconGauge, IconSortAscending, IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import type { Edit } from '../../../lib/text/stale-text.ts'
import { ColumnMenu } from '../../../ui/kanban/ColumnMenu.tsx'
import { ColumnTitle } from '../../../ui/kanban/ColumnTitle.tsx'
import menu from '../../../ui/page/menu.module.css'
import { FieldSums } from '../fields/FieldSums.tsx'
import { changeBoardLook, toggled, useBoardLook } from '../session/board-look.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'

/** The head of a list: its title, how many cards it holds, and what can be done with it. */
export function ListHeader({ listId, shown }: { listId: number; shown: number }) {
  const list = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId), undefined)
  const count = useBoardPart((board) => cardIdsOf(board, listId).length, 0)
  const mayWrite = useBoardPart(({ frame }) => frame.can.write, false)
  const { actions } = useSession()
  const { open, renaming, setRenaming } = useBoardUi()
  if (!list) return null
  const rename = async (edit: Edit) => {
    const saved = await actions.renameList(listId, edit)
    if (typeof saved === 'object') open({ kind: 'listClash', listId, edit, clash: saved })
  }
  return (
    <>
      <ColumnTitle
        columnId={listId}
        name={list.title}
        version={list.version}
        label={t('boards:list.title')}
        max={limits.listTitle}
        count={count}
        shown={shown}
        limit={list.wip_limit}
        canRename={mayWrite}
        renaming={renaming === listId}
        onRenaming={(on) => setRenaming(on ? listId : null)}
        onRename={(edit) => void rename(edit)}
      />
      <FieldSums listId={listId} />
      {mayWrite && <ListMenu list={list} />}
    </>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function ListMenu({ list }: { list: List }) {
  const { actions, boardId } = useSession()
  const { open, archive, setRenaming, kanban } = useBoardUi()
  const { lists: folded } = useBoardLook(boardId)
  const lists = useBoardPart((board) => board.lists, [])
  const fold = () => {
    kanban.wantHead(list.id)
    changeBoardLook(boardId, { lists: toggled(folded, list.id) })
  }
  return (
    <ColumnMenu
      label={t('boards:list.actions', { list: list.title })}
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
    </ColumnMenu>
  )
}
