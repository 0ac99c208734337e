import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { download } from '../../../lib/device/download.ts'
import { CopyButton } from '../../../ui/page/CopyButton.tsx'
import classes from './TwoFactor.module.css'

/** The recovery codes, which are shown here and never again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  // What had the focus went with the step before; a key pressed once too often must not close this one.
  useEffect(() => list.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const save = () =>
    download('rodada-codigos-de-recuperacao.txt', `${t('settings:twoFactor.fileTitle')}\n\n${text}`, 'text/plain;charset=utf-8')
  return (
    <div className={classes.step}>
      <p>{t('settings:twoFactor.codesLead')}</p>
      <ul ref={list} tabIndex={-1} className={classes.codes} aria-label={t('settings:twoFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={text} label={t('settings:twoFactor.copyCodes')} />
        <Button leftSection={<IconDownload aria-hidden />} onClick={save}>
          {t('settings:twoFactor.downloadCodes')}
        </Button>
      </div>
      <Button variant="filled" onClick={onClose} fullWidth>
        {t('settings:twoFactor.codesKept')}
      </Button>
    </div>
  )
}
