import { Link, useRouterState } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { isCurrent, type NavItem, navItems } from './nav-items.ts'

type Props = {
  item: NavItem
  className?: string
  /** Where the usual name is too long. */
  label?: string
  /** The name is only told: the icon stands alone, with a title. */
  iconOnly?: boolean
  iconSize?: number
  /** How many things wait there. */
  count?: number
}

/** An entry of the frame's navigation: it knows its icon, its name, and whether it is the page one is on. */
export function NavLink({ item, className, label = t(`shell:nav.${item}`), iconOnly = false, iconSize = 18, count = 0 }: Props) {
  const current = useRouterState({ select: ({ location }) => isCurrent(item, location.pathname) })
  const { to, icon: Icon } = navItems[item]
  return (
    <Link
      to={to}
      className={className}
      aria-current={current ? 'page' : undefined}
      // The link's own idea of being current knows nothing of the addresses that belong to an entry.
      activeOptions={{ exact: true, includeSearch: false }}
      {...(iconOnly ? { 'aria-label': label, title: label } : {})}
    >
      <Icon size={iconSize} stroke={1.75} aria-hidden />
      {!iconOnly && <span>{label}</span>}
      {count > 0 && !iconOnly && (
        <small>
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{t('shell:nav.open', { count })}</span>
        </small>
      )}
    </Link>
  )
}
