import { IconArrowNarrowRight } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import classes from './ChangedValue.module.css'

/** What stood there and what stands there now: struck, an arrow, bold. A side that was empty is left out, or says so as the new value. */
export function ChangedValue({ from, to }: { from: string | undefined; to: string | undefined }) {
  return (
    <span className={classes.change}>
      {from !== undefined && (
        <>
          <span className="sr-only">{t('changed.from')} </span>
          <s>{from}</s>
          <IconArrowNarrowRight size={16} stroke={1.75} aria-hidden />
        </>
      )}
      <span className="sr-only">{t('changed.to')} </span>
      {to === undefined ? <i>{t('changed.none')}</i> : <b>{to}</b>}
    </span>
  )
}
