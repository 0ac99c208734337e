import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconMoodSmile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { read, readUserData } from '../lib/storage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Brand } from '../ui/Brand.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import classes from './Shell.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The calm frame of every signed-in page: brand, theme, and the person's menu. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <header className={classes.bar}>
        <Brand to="/dashboard" />
        <span className={classes.gap} />
        <ThemeToggle />
        <ProfileMenu />
      </header>
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}

function ProfileMenu() {
  const signOut = useSignOut()
  const user = readUserData()
  const name = user?.name ?? ''
  return (
    <Menu position="bottom-end" width={240} offset={6}>
      <Menu.Target>
        <UnstyledButton className={classes.me} aria-label={t('profile.menu', { name })}>
          <Avatar name={name} avatar={read('userAvatar') ?? user?.avatar} size="sm" />
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <div className={classes.who}>
          <b>{name}</b>
          <span>{user?.email}</span>
        </div>
        <Menu.Item component={Link} to="/avatar" leftSection={<IconMoodSmile size={18} stroke={1.75} aria-hidden />}>
          {t('profile.avatar')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />} onClick={() => void signOut()}>
          {t('profile.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
