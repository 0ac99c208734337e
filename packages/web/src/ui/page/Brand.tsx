import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import classes from './Brand.module.css'

/** The mark: a tile of four quarter circles, one of them 'you'. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={classes.mark} aria-hidden="true" focusable="false">
      <path d="M15 15h-15A15 15 0 0 1 15 0z" />
      <path className={classes.you} d="M17 0h15A15 15 0 0 1 17 15z" />
      <path d="M15 17v15A15 15 0 0 1 0 17z" />
      <path d="M17 17h15A15 15 0 0 1 17 32z" />
    </svg>
  )
}

/** Mark and name, leading home. */
export function Brand({ to = '/' }: { to?: '/' | '/dashboard' }) {
  return (
    <Link to={to} className={classes.brand}>
      <Mark />
      {t('brand')}
    </Link>
  )
}
