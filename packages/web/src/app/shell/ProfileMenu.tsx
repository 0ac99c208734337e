import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconListCheck, IconLogout, IconSearch, IconSettings, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useAppearance } from '../../lib/device/appearance.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { nextTheme, themeIcons } from '../../ui/theme/theme-choice.ts'
import { useChooseAppearance } from '../../ui/theme/use-choose-appearance.ts'
import { useMe } from '../session/use-me.ts'
import classes from './ProfileMenu.module.css'
import { useSignOut } from './use-sign-out.ts'

const ProfileModal = lazyPart(async () => (await import('../../features/settings/profile/ProfileModal.tsx')).ProfileModal, {
  texts: ['settings', 'auth'],
})

type Props = {
  tileOnly?: boolean
  size?: number
  /** On phones: with the pages that the bar at the bottom has no room for. */
  onPhone?: boolean
  /** Where no other button leads to the search. */
  onSearch?: () => void
}

/** The person's menu, behind their name or, where there is little room, behind their tile. */
export function ProfileMenu({ tileOnly = false, size = 36, onPhone = false, onSearch }: Props) {
  const signOut = useSignOut()
  const { name, email, avatar, role } = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [profileOpen, setProfileOpen] = useState(false)
  const { theme } = useAppearance()
  const choose = useChooseAppearance()
  const ThemeIcon = themeIcons[theme]
  const closeProfile = () => {
    setProfileOpen(false)
    // The entry that opened it is gone with the menu. After the dialog: its focus trap would take the focus back.
    setTimeout(() => button.current?.focus({ preventScroll: true }))
  }
  const changeTheme = () => {
    const chosen = nextTheme[theme]
    announce(t('theme.changed', { current: t(`theme.${chosen}`) }))
    void choose({ theme: chosen })
  }
  return (
    <>
      <Menu position="top-start" width={216} offset={8} withInitialFocusPlaceholder={false} classNames={{ item: classes.item }}>
        <Menu.Target>
          <UnstyledButton
            ref={button}
            className={classes.me}
            data-tile={tileOnly}
            aria-label={tileOnly ? t('profile.menu', { name }) : undefined}
          >
            <Avatar name={name} avatar={avatar} size={size} />
            {!tileOnly && (
              <>
                <span className={classes.words}>
                  {/* Named by what can be read on it: people who speak to the machine say what they see. */}
                  <b>
                    <span className="sr-only">{t('profile.menu', { name: '' })}</span>
                    {name}
                  </b>
                  {role && <span>{t(`shell:roles.${role}`)}</span>}
                </span>
                <IconChevronDown size={18} stroke={1.75} aria-hidden />
              </>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          <div className={classes.who}>
            <b>{name}</b>
            <span>{email}</span>
          </div>
          {onPhone && <Elsewhere isAdmin={role === 'admin'} onSearch={onSearch} />}
          <Menu.Item leftSection={<IconUserCircle size={18} stroke={1.75} aria-hidden />} onClick={() => setProfileOpen(true)}>
            {t('shell:menu.profile')}
          </Menu.Item>
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}>
            {t('shell:menu.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<ThemeIcon size={18} stroke={1.75} aria-hidden />} closeMenuOnClick={false} onClick={changeTheme}>
            {t('shell:menu.theme', { current: t(`theme.${theme}`) })}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />} onClick={() => void signOut()}>
            {t('shell:menu.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {profileOpen && <ProfileModal onClose={closeProfile} />}
    </>
  )
}

function Elsewhere({ isAdmin, onSearch }: { isAdmin: boolean; onSearch: (() => void) | undefined }) {
  return (
    <>
      {onSearch && (
        <Menu.Item leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />} onClick={onSearch}>
          {t('shell:nav.search')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/my-tasks" leftSection={<IconListCheck size={18} stroke={1.75} aria-hidden />}>
        {t('shell:nav.myTasks')}
      </Menu.Item>
      {isAdmin && (
        <Menu.Item component={Link} to="/admin/members" leftSection={<IconUsers size={18} stroke={1.75} aria-hidden />}>
          {t('shell:nav.members')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
