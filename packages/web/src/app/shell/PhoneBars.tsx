import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { t } from '../../i18n/index.ts'
import { Brand } from '../../ui/page/Brand.tsx'
import { NavLink } from './NavLink.tsx'
import classes from './PhoneBars.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'

/** The top of a page on phones: brand, search and the person's menu. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className={classes.top}>
      <Brand to="/dashboard" />
      <span className={classes.gap} />
      <ActionIcon variant="subtle" size={40} onClick={onSearch} aria-label={t('shell:nav.search')}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <BarBell />
      <ProfileMenu tileOnly onPhone size={30} />
    </header>
  )
}

/** The bell of a bar: where there is no rail to stand in. */
export const BarBell = () => (
  <span className={classes.bell}>
    <NotificationBell iconOnly size={20} />
  </span>
)

/** The four places that a thumb reaches, at the bottom of phones. */
export function BottomBar() {
  return (
    <nav className={classes.bottom} aria-label={t('shell:nav.label')}>
      <NavLink item="dashboard" iconSize={22} />
      <NavLink item="boards" iconSize={22} />
      <NavLink item="sprints" iconSize={22} label={t('shell:nav.sprintsShort')} />
      <NavLink item="voting" iconSize={22} />
    </nav>
  )
}
