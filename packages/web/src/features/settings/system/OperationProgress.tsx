import type { Operation } from '@rodada/contract/instance/maintenance'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import classes from './system.module.css'

/** What runs now, who began it and how far it is; where that cannot be told, only that it goes on. */
export function OperationProgress({ operation }: { operation: Operation }) {
  const { kind, progress, user, started_at } = operation
  const by = user
    ? t('system:running.by', { name: user.name, time: format.time(started_at) })
    : t('system:running.itself', { time: format.time(started_at) })
  return (
    <div className={classes.running} role="status">
      <div
        role="progressbar"
        className={classes.track}
        aria-label={t(`system:running.${kind}`)}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(progress > 0 && { 'aria-valuenow': progress })}
        data-known={progress > 0}
      >
        <i style={{ width: progress > 0 ? `${progress}%` : undefined }} />
      </div>
      <p>
        <b>{t(`system:running.${kind}`)}</b> {by}
      </p>
    </div>
  )
}
