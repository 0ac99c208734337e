import type { AdminDashboard } from '@rodada/contract/instance/admin'
import { IconBug, IconBulb } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import classes from './AdminScreen.module.css'

type Props = Pick<AdminDashboard, 'bugs' | 'improvements'>

/** Bugs and improvements, as the labels of cards tell them. */
export function LabelNumbers({ bugs, improvements }: Props) {
  return (
    <Panel title={t('admin:labels.title')}>
      <dl className={classes.labels}>
        <div>
          <dt>
            <IconBug size={16} stroke={1.75} aria-hidden />
            {t('admin:labels.bugs')}
          </dt>
          <dd>
            <b>{format.integer(bugs.open)}</b> {t('admin:labels.open', { count: bugs.open })}
            <small>{t('admin:labels.done', { count: bugs.completed })}</small>
            <small>{t('admin:labels.month', { count: bugs.opened_this_month })}</small>
          </dd>
        </div>
        <div>
          <dt>
            <IconBulb size={16} stroke={1.75} aria-hidden />
            {t('admin:labels.improvements')}
          </dt>
          <dd>
            <b>{format.integer(improvements.open)}</b> {t('admin:labels.openF', { count: improvements.open })}
            <small>{t('admin:labels.doneF', { count: improvements.completed })}</small>
            <small>{t('admin:labels.month', { count: improvements.opened_this_month })}</small>
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>{t('admin:labels.hint')}</p>
    </Panel>
  )
}
