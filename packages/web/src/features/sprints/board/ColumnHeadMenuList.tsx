import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import type { SprintColumn } from '../../../lib/call/sprint-words.ts'
import { ColumnMenuList } from '../../../ui/kanban/ColumnMenuList.tsx'
import menu from '../../../ui/page/menu.module.css'
import type { PopPlace } from '../../../ui/page/PopButton.tsx'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

/** What one does with a column of a sprint. */
export function ColumnHeadMenuList({ at, column }: { at: PopPlace; column: SprintColumn }) {
  const { actions } = useSession()
  const { open, setRenaming } = useSprintUi()
  const lists = useSprintPart((board) => board.lists, [])
  return (
    <ColumnMenuList
      at={at}
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
    </ColumnMenuList>
  )
}
