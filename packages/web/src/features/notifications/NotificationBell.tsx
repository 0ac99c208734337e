import { IconBell } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import classes from './NotificationBell.module.css'
import { useUnread } from './use-notifications.ts'

const Centre = lazyPart(async () => (await import('./NotificationCentre.tsx')).NotificationCentre, { texts: ['notifications'] })

/** The way to the notifications, with how many were not read: an entry with its name, or an icon with a badge. */
export function NotificationBell({ iconOnly = false, size = 18 }: { iconOnly?: boolean; size?: number }) {
  const unread = useUnread()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const name = t('shell:nav.notifications')
  const label = unread > 0 ? `${name}: ${t('shell:nav.unread', { count: unread })}` : name
  return (
    <>
      <button
        ref={button}
        type="button"
        className={iconOnly ? classes.bell : undefined}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
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
      </button>
      {open && <Centre anchor={button.current} onClose={() => setOpen(false)} />}
    </>
  )
}
