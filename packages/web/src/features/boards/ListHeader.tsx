import { Menu } from '@mantine/core'
import { workStatuses } from '@rodada/contract/board-settings'
import type { List } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { IconArchive, IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import type { Edit } from '../../lib/late-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ColumnTitle } from '../../ui/kanban/ColumnTitle.tsx'
import menu from '../../ui/menu.module.css'
import { useBoardPart, useSession } from './board-session.ts'
import { cardIdsOf } from './board-state.ts'
import { useBoardUi } from './board-ui.ts'
import own from './ListHeader.module.css'

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
        canRename={mayWrite}
        renaming={renaming === listId}
        onRenaming={(on) => setRenaming(on ? listId : null)}
        onRename={(edit) => void rename(edit)}
      />
      {mayWrite && <ListMenu list={list} />}
    </>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function ListMenu({ list }: { list: List }) {
  const { actions } = useSession()
  const { open, setRenaming } = useBoardUi()
  const lists = useBoardPart((board) => board.lists, [])
  const at = lists.findIndex(({ id }) => id === list.id)
  return (
    <Menu position="bottom-end" width={250} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={t('boards:list.actions', { list: list.title })} className={own.menu}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* After the menu has given the focus back to its button. */}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setTimeout(() => setRenaming(list.id))}>
          {t('boards:list.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft {...icon} />} disabled={at <= 0} onClick={() => void actions.moveList(list.id, at - 1)}>
          {t('boards:list.moveLeft')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight {...icon} />}
          disabled={at >= lists.length - 1}
          onClick={() => void actions.moveList(list.id, at + 1)}
        >
          {t('boards:list.moveRight')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label title={t('boards:list.statusHint')}>{t('boards:list.status')}</Menu.Label>
        <Menu.RadioGroup
          value={list.status}
          onChange={(value) => {
            const status = workStatuses.find((known) => known === value)
            if (status && status !== list.status) void actions.setListStatus(list.id, status)
          }}
        >
          {workStatuses.map((status) => (
            <Menu.RadioItem key={status} value={status}>
              {t(`status.${status}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void actions.archiveList(list.id)}>
          {t('boards:list.archive')}
        </Menu.Item>
        <Menu.Item
          className={menu.danger}
          leftSection={<IconTrash {...icon} />}
          onClick={() => open({ kind: 'deleteList', listId: list.id })}
        >
          {t('boards:list.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
