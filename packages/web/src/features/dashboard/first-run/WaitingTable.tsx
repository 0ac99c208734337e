import { IconPlus } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import classes from './WaitingTable.module.css'

const seats = 6

/** The table that fills while the steps are taken: a picture, whose words stand in the steps. */
export function WaitingTable({ invited }: { invited: readonly string[] }) {
  const me = readUserData()
  const others = Array.from({ length: seats - 1 }, (_, index) => invited[index])
  return (
    <div className={classes.side} aria-hidden>
      <div className={classes.round}>
        <div className={classes.disc}>
          <b>{t('firstRun:yourTable')}</b>
          <span>{invited.length === 0 ? t('firstRun:oneSeat') : t('firstRun:seats', { count: invited.length })}</span>
        </div>
        <div className={classes.seat} data-seat={0}>
          <Avatar name={me?.name ?? ''} avatar={me?.avatar ?? null} size="md" />
        </div>
        {others.map((email, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its place at the table.
          <div key={index} className={classes.seat} data-seat={index + 1}>
            <span className={classes.chair} data-kept={email !== undefined || undefined}>
              {email?.charAt(0).toUpperCase() ?? <IconPlus size={16} stroke={1.75} />}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
