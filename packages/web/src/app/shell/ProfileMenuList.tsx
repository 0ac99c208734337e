import { Menu } from '@mantine/core'
import { IconListCheck, IconLogout, IconSearch, IconSettings, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { useAppearance } from '../../lib/device/appearance.ts'
import { MenuList } from '../../ui/page/MenuList.tsx'
import type { PopPlace } from '../../ui/page/PopButton.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { nextTheme, themeIcons } from '../../ui/theme/theme-choice.ts'
import { useChooseAppearance } from '../../ui/theme/use-choose-appearance.ts'
import { useMe } from '../session/use-me.ts'
import classes from './ProfileMenu.module.css'
import { useSignOut } from './use-sign-out.ts'

type Props = { at: PopPlace; onPhone: boolean; onSearch: (() => void) | undefined; onProfile: () => void }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What a person does with their account. */
export function ProfileMenuList({ at, onPhone, onSearch, onProfile }: Props) {
  const signOut = useSignOut()
  const { name, email, role } = useMe()
  const { theme } = useAppearance()
  const choose = useChooseAppearance()
  const ThemeIcon = themeIcons[theme]
  const changeTheme = () => {
    const chosen = nextTheme[theme]
    announce(t('theme.changed', { current: t(`theme.${chosen}`) }))
    void choose({ theme: chosen })
  }
  return (
    <MenuList at={at} position="top-start" width={216} offset={8} classNames={{ item: classes.item, dropdown: classes.dropdown }}>
      <div className={classes.who}>
        <b>{name}</b>
        <span>{email}</span>
      </div>
      {onPhone && <Elsewhere isAdmin={role === 'admin'} onSearch={onSearch} />}
      <Menu.Item leftSection={<IconUserCircle {...icon} />} onClick={onProfile}>
        {t('shell:menu.profile')}
      </Menu.Item>
      <Menu.Item component={Link} to="/settings" leftSection={<IconSettings {...icon} />}>
        {t('shell:menu.settings')}
      </Menu.Item>
      <Menu.Item leftSection={<ThemeIcon {...icon} />} closeMenuOnClick={false} onClick={changeTheme}>
        {t('shell:menu.theme', { current: t(`theme.${theme}`) })}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void signOut()}>
        {t('shell:menu.signOut')}
      </Menu.Item>
    </MenuList>
  )
}

function Elsewhere({ isAdmin, onSearch }: { isAdmin: boolean; onSearch: (() => void) | undefined }) {
  return (
    <>
      {onSearch && (
        <Menu.Item leftSection={<IconSearch {...icon} />} onClick={onSearch}>
          {t('shell:nav.search')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/my-tasks" leftSection={<IconListCheck {...icon} />}>
        {t('shell:nav.myTasks')}
      </Menu.Item>
      {isAdmin && (
        <Menu.Item component={Link} to="/admin/members" leftSection={<IconUsers {...icon} />}>
          {t('shell:nav.members')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
