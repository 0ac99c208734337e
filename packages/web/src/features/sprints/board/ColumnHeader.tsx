import { Menu } from '@mantine/core'
import { workStatuses } from '@rodada/contract/board-settings'
import { limits } from '@rodada/contract/limits'
import type { SprintColumn } from '@rodada/contract/sprint-tasks'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ColumnTitle } from '../../../ui/kanban/ColumnTitle.tsx'
import { cardIdsOf } from '../../../ui/kanban/live/live-state.ts'
import menu from '../../../ui/menu.module.css'
import classes from './ColumnHeader.module.css'
import { useSession, useSprintPart } from './sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

/** The head of a column: its name, how many tasks it holds, and what can be done with it. */
export function ColumnHeader({ columnId, shown }: { columnId: number; shown: number }) {
  const column = useSprintPart(({ lists }) => lists.find(({ id }) => id === columnId), undefined)
  const count = useSprintPart((board) => cardIdsOf(board, columnId).length, 0)
  const mayWrite = useSprintPart(({ frame }) => frame.sprint.can.write && frame.sprint.status !== 'encerrada', false)
  const { actions } = useSession()
  const { renaming, setRenaming } = useSprintUi()
  if (!column) return null
  return (
    <>
      <ColumnTitle
        columnId={columnId}
        name={column.nome}
        version={0}
        label={t('sprints:column.title')}
        max={limits.columnName}
        count={count}
        shown={shown}
        canRename={mayWrite}
        renaming={renaming === columnId}
        onRenaming={(on) => setRenaming(on ? columnId : null)}
        onRename={({ text }) => void actions.editColumn(columnId, { nome: text })}
      />
      {mayWrite && <ColumnMenu column={column} />}
    </>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function ColumnMenu({ column }: { column: SprintColumn }) {
  const { actions } = useSession()
  const { open, setRenaming } = useSprintUi()
  const lists = useSprintPart((board) => board.lists, [])
  const at = lists.findIndex(({ id }) => id === column.id)
  return (
    <Menu position="bottom-end" width={250} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={t('sprints:column.actions', { column: column.nome })} className={classes.menu}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* After the menu has given the focus back to its button. */}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setTimeout(() => setRenaming(column.id))}>
          {t('sprints:column.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft {...icon} />} disabled={at <= 0} onClick={() => void actions.moveColumn(column.id, at - 1)}>
          {t('sprints:column.left')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight {...icon} />}
          disabled={at >= lists.length - 1}
          onClick={() => void actions.moveColumn(column.id, at + 1)}
        >
          {t('sprints:column.right')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label title={t('sprints:column.statusHint')}>{t('sprints:column.status')}</Menu.Label>
        <Menu.RadioGroup
          value={column.status}
          onChange={(value) => {
            const status = workStatuses.find((known) => known === value)
            if (status && status !== column.status) void actions.editColumn(column.id, { status })
          }}
        >
          {workStatuses.map((status) => (
            <Menu.RadioItem key={status} value={status}>
              {t(`status.${status}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          className={menu.danger}
          leftSection={<IconTrash {...icon} />}
          disabled={lists.length < 2}
          onClick={() => open({ kind: 'deleteColumn', columnId: column.id })}
        >
          {t('sprints:column.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
