import type { Priority } from '@rodada/contract/core/fields'
import { t } from '../../i18n/index.ts'
import classes from './PriorityMark.module.css'

/** Bars that fill up with the priority; urgent is a red square with '!'. Named for those who do not see it. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const label = priority === 'none' ? t('priority.unset') : t('priority.label', { priority: t(`priority.${priority}`) })
  return (
    <span className={classes.mark} data-priority={priority} role="img" aria-label={label} title={label}>
      {priority !== 'urgent' && (
        <>
          <i />
          <i />
          <i />
        </>
      )}
    </span>
  )
}
