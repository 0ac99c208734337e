import { Menu } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import type { SprintColumn } from '../../../lib/call/sprint-words.ts'
import type { Edit } from '../../../lib/text/stale-text.ts'
import { cardIdsOf } from '../../../ui/cards/live-state.ts'
import { ColumnMenu } from '../../../ui/kanban/ColumnMenu.tsx'
import { ColumnTitle } from '../../../ui/kanban/ColumnTitle.tsx'
import menu from '../../../ui/page/menu.module.css'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

/** The head of a column: its name, how many tasks it holds, and what can be done with it. */
export function ColumnHeader({ columnId, shown }: { columnId: number; shown: number }) {
  const column = useSprintPart(({ lists }) => lists.find(({ id }) => id === columnId), undefined)
  const count = useSprintPart((board) => cardIdsOf(board, columnId).length, 0)
  const mayWrite = useSprintPart(({ frame }) => frame.sprint.can.write && frame.sprint.status !== 'ended', false)
  const { actions } = useSession()
  const { open, renaming, setRenaming } = useSprintUi()
  if (!column) return null
  const rename = async (edit: Edit) => {
    const saved = await actions.renameList(columnId, edit)
    if (typeof saved === 'object') open({ kind: 'columnClash', columnId, edit, clash: saved })
  }
  return (
    <>
      <ColumnTitle
        columnId={columnId}
        name={column.name}
        version={column.version}
        label={t('sprints:column.title')}
        max={limits.columnName}
        count={count}
        shown={shown}
        canRename={mayWrite}
        renaming={renaming === columnId}
        onRenaming={(on) => setRenaming(on ? columnId : null)}
        onRename={(edit) => void rename(edit)}
      />
      {mayWrite && <Actions column={column} />}
    </>
  )
}

function Actions({ column }: { column: SprintColumn }) {
  const { actions } = useSession()
  const { open, setRenaming } = useSprintUi()
  const lists = useSprintPart((board) => board.lists, [])
  return (
    <ColumnMenu
      label={t('sprints:column.actions', { column: column.name })}
      rename={t('sprints:column.rename')}
      onRename={() => setRenaming(column.id)}
      index={lists.findIndex(({ id }) => id === column.id)}
      count={lists.length}
      onMove={(index) => void actions.moveList(column.id, index)}
      status={column.status}
      statusLabel={t('sprints:column.status')}
      statusHint={t('sprints:column.statusHint')}
      onStatus={(status) => void actions.setListStatus(column.id, status)}
    >
      <Menu.Item
        className={menu.danger}
        leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
        disabled={lists.length < 2}
        onClick={() => open({ kind: 'deleteColumn', columnId: column.id })}
      >
        {t('sprints:column.delete')}
      </Menu.Item>
    </ColumnMenu>
  )
}
