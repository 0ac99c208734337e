import { IconBell } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import classes from './NotificationBell.module.css'
import { useUnread } from './use-notifications.ts'

/** The way to the notifications, with how many were not read: an entry with its name, or an icon with a badge. */
export function NotificationBell({ iconOnly = false, size = 18 }: { iconOnly?: boolean; size?: number }) {
  const unread = useUnread()
  const current = useRouterState({ select: ({ location }) => location.pathname.startsWith('/notificacoes') })
  const name = t('shell:nav.notifications')
  const label = unread > 0 ? `${name}: ${t('shell:nav.unread', { count: unread })}` : name
  return (
    <Link
      to="/notificacoes"
      className={iconOnly ? classes.bell : undefined}
      aria-current={current ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(iconOnly ? { 'aria-label': label, title: name } : {})}
    >
      <IconBell size={size} stroke={1.75} aria-hidden />
      {!iconOnly && <span>{name}</span>}
      {unread > 0 && (
        <b className={iconOnly ? classes.badge : classes.count} aria-hidden={iconOnly || undefined}>
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          {!iconOnly && <span className="sr-only">{t('shell:nav.unread', { count: unread })}</span>}
        </b>
      )}
    </Link>
  )
}
