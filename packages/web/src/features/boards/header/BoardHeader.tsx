import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconActivity,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconCheckbox,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconForms,
  IconKeyboard,
  IconListNumbers,
  IconLock,
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
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Faces } from '../../../ui/kanban/Faces.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useFrameTools } from '../../../ui/page/frame-tools.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { MenuLink } from '../../../ui/page/MenuLink.tsx'
import menu from '../../../ui/page/menu.module.css'
import { useBoardPart, useSession, useSnapshot } from '../session/board-session.ts'
import type { BoardFrame } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import classes from './BoardHeader.module.css'
import { FilterMenu } from './FilterMenu.tsx'

/** The head of the board: which one it is, who is here, and where to find a card or a setting. */
export function BoardHeader({ frame }: { frame: BoardFrame }) {
  const { open, filter, setFilter } = useBoardUi()
  const Visibility = frame.is_public ? IconWorld : IconLock
  // Two fields for one text: phones have theirs among the filters.
  const search = (
    <SearchBox
      label={t('boards:search.label')}
      value={filter.text}
      onSearch={(text) => setFilter({ ...filter, text })}
      className={classes.search}
    />
  )
  return (
    <header className={classes.header}>
      <Swatch color={frame.color} />
      <h1 className={classes.title} title={frame.description || undefined}>
        {frame.title}
      </h1>
      <span className={classes.chip}>
        <Visibility size={14} stroke={1.75} aria-hidden />
        {t(frame.is_public ? 'boards:public' : 'boards:private')}
      </span>
      {frame.is_template && (
        <span className={classes.chip}>
          <IconTemplate size={14} stroke={1.75} aria-hidden />
          {t('boards:template')}
        </span>
      )}
      {!frame.can.write && (
        <span className={classes.readOnly} title={t('boards:readOnly')}>
          <IconEye size={14} stroke={1.75} aria-hidden />
          <span>{t('boards:readOnly')}</span>
        </span>
      )}
      <span className={classes.gap} />
      <div className={classes.wide}>{search}</div>
      <Faces here={useSnapshot((snapshot) => snapshot.here)} />
      {frame.can.administer && (
        <Button className={classes.members} leftSection={<IconUsers aria-hidden />} onClick={() => open({ kind: 'members' })}>
          {t('boards:members')}
        </Button>
      )}
      <FilterMenu search={search} />
      <ViewMenu />
      <BoardMenu frame={frame} />
      {useFrameTools()}
    </header>
  )
}

/** Where the head has no room for its own button. */
const narrow = '(max-width: 60em)'
const ViewItems = lazyPart(async () => (await import('./ViewItems.tsx')).ViewItems, { texts: ['looks'] })

/** How one looks at the board. On phones its items are among those of the board. */
function ViewMenu() {
  return (
    <Menu position="bottom-end" width={230} offset={6} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <Button className={classes.view} leftSection={<IconAdjustmentsHorizontal aria-hidden />}>
          {t('boards:view')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewItems />
      </Menu.Dropdown>
    </Menu>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function BoardMenu({ frame }: { frame: BoardFrame }) {
  const { open, selection } = useBoardUi()
  const { actions } = useSession()
  const members = useBoardPart((board) => board.frame.members, [])
  const me = readUserData()?.id
  const own = members.find(({ user_id }) => user_id === me)
  const mayAdminister = frame.can.administer
  const mayCreate = useMayCreateBoards()
  return (
    <Menu position="bottom-end" width={230} offset={6} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={t('boards:menu.open')}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
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
        {mayAdminister && (
          <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => void actions.setTemplate(!frame.is_template)}>
            {t(frame.is_template ? 'boards:menu.noTemplate' : 'boards:menu.template')}
          </Menu.Item>
        )}
        {useMediaQuery(narrow, false, { getInitialValueInEffect: false }) && (
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
      </Menu.Dropdown>
    </Menu>
  )
}
