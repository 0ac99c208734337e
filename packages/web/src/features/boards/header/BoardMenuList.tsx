import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconActivity,
  IconArchive,
  IconCheckbox,
  IconCopy,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconForms,
  IconKeyboard,
  IconLayoutList,
  IconListNumbers,
  IconLogout,
  IconPencil,
  IconPlugConnected,
  IconTag,
  IconTemplate,
  IconTrash,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { useMayCreateBoards } from '../../../lib/call/use-role.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { MenuLink } from '../../../ui/page/MenuLink.tsx'
import { MenuList } from '../../../ui/page/MenuList.tsx'
import menu from '../../../ui/page/menu.module.css'
import type { PopPlace } from '../../../ui/page/PopButton.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import type { BoardFrame } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import { useBoardView } from '../session/use-board-view.ts'
import { ViewItems } from './ViewItems.tsx'

/** Where the head has no room for its own button. */
const narrow = '(max-width: 60em)'
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What one does with a board. On phones with how one looks at it. */
export function BoardMenuList({ at, frame }: { at: PopPlace; frame: BoardFrame }) {
  const { open, selection } = useBoardUi()
  const { actions } = useSession()
  const members = useBoardPart((board) => board.frame.members, [])
  const me = readUserData()?.id
  const own = members.find(({ user_id }) => user_id === me)
  const mayAdminister = frame.can.administer
  const mayCreate = useMayCreateBoards()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const { view } = useBoardView()
  return (
    <MenuList at={at} width={230}>
      {mayAdminister && (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => open({ kind: 'settings' })}>
            {t('boards:menu.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => open({ kind: 'members' })}>
            {t('boards:menu.members')}
          </Menu.Item>
        </>
      )}
      {frame.can.write && (
        <Menu.Item leftSection={<IconTag {...icon} />} onClick={() => open({ kind: 'labels' })}>
          {t('boards:menu.labels')}
        </Menu.Item>
      )}
      {frame.can.write && (
        <Menu.Item leftSection={<IconLayoutList {...icon} />} onClick={() => open({ kind: 'cardTemplates' })}>
          {t('boards:menu.cardTemplates')}
        </Menu.Item>
      )}
      {mayAdminister && (
        <Menu.Item leftSection={<IconForms {...icon} />} onClick={() => open({ kind: 'fields' })}>
          {t('boards:menu.fields')}
        </Menu.Item>
      )}
      {frame.can.write && (
        <Menu.Item leftSection={<IconPlugConnected {...icon} />} onClick={() => open({ kind: 'integrations' })}>
          {t('boards:menu.integrations')}
        </Menu.Item>
      )}
      {frame.can.write && (
        <Menu.Item leftSection={<IconCheckbox {...icon} />} onClick={selection.begin}>
          {t('boards:menu.choose')}
        </Menu.Item>
      )}
      <Menu.Item component={MenuLink} to={`/board/${frame.id}/backlog`} leftSection={<IconListNumbers {...icon} />}>
        {t('boards:menu.backlog')}
      </Menu.Item>
      <Menu.Item
        leftSection={frame.watching ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        onClick={() => void actions.watchBoard(!frame.watching)}
      >
        {t(frame.watching ? 'boards:menu.unwatch' : 'boards:menu.watch')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => open({ kind: 'archive' })}>
        {t('boards:menu.archive')}
      </Menu.Item>
      <Menu.Item leftSection={<IconActivity {...icon} />} onClick={() => open({ kind: 'activity' })}>
        {t('boards:menu.activity')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => open({ kind: 'shortcuts' })}>
        {t('boards:menu.shortcuts')}
      </Menu.Item>
      {mayCreate && (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => open({ kind: 'copy' })}>
          {t('boards:menu.copy')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => open({ kind: 'export' })}>
        {t('boards:menu.export')}
      </Menu.Item>
      {frame.can.write && (
        <Menu.Item leftSection={<IconWorld {...icon} />} onClick={() => open({ kind: 'links' })}>
          {t('boards:menu.links')}
        </Menu.Item>
      )}
      {mayAdminister && (
        <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => void actions.setTemplate(!frame.is_template)}>
          {t(frame.is_template ? 'boards:menu.noTemplate' : 'boards:menu.template')}
        </Menu.Item>
      )}
      {isNarrow && view === 'kanban' && (
        <>
          <Menu.Divider />
          <ViewItems />
        </>
      )}
      {(mayAdminister || own) && <Menu.Divider />}
      {own && own.role !== 'admin' && (
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => open({ kind: 'leave' })}>
          {t('boards:menu.leave')}
        </Menu.Item>
      )}
      {mayAdminister && (
        <Menu.Item className={menu.danger} leftSection={<IconTrash {...icon} />} onClick={() => open({ kind: 'deleteBoard' })}>
          {t('boards:menu.delete')}
        </Menu.Item>
      )}
    </MenuList>
  )
}
