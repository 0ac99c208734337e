import { Button } from '@mantine/core'
import { IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { isServerGone } from '../../lib/call/server-gone.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import classes from './NetworkLost.module.css'

/** A screen that could not be fetched. What it is drawn with is here already: nothing else can be had now. */
export function NetworkLost() {
  const [trying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    // Without a server a reload would leave the browser's own page, which leads nowhere.
    if (await isServerGone()) setTrying(false)
    else location.reload()
  }
  return (
    <div role="alert" className={classes.lost}>
      <IconWifiOff size={40} stroke={1.5} aria-hidden className={classes.sign} />
      <h1 className={classes.title}>{t('errors.network')}</h1>
      <div className={classes.actions}>
        <LinkButton to="/" variant="subtle" preload={false}>
          {t('backHome')}
        </LinkButton>
        <Button variant="filled" onClick={() => void retry()} loading={trying} leftSection={<IconRefresh aria-hidden />}>
          {t('retry')}
        </Button>
      </div>
    </div>
  )
}
