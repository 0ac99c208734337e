import { Button } from '@mantine/core'
import { IconBrandTelegram, IconBrandWhatsapp, IconCheck, IconCopy, IconMail, IconShare2 } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { QrCode } from '../../../ui/marks/QrCode.tsx'
import { alertDialog } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import classes from './ShareDialog.module.css'
import { shareTargets } from './share-links.ts'

const copyFeedback = 2000
const icons = { whatsapp: IconBrandWhatsapp, telegram: IconBrandTelegram, mail: IconMail }

/** Ways to call the team: two messengers, mail, the login page's link with this room's id, the device's own list of apps, and a code for cameras. */
export function ShareDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { link, targets } = shareTargets(code, location.origin)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copyFeedback)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(link)) {
      setCopied(true)
      announce(t('rooms:share.copied'))
      return
    }
    await alertDialog(t('errors.copy'))
    field.current?.focus()
    field.current?.select()
  }
  // Closing the system's own list without a choice is an answer too.
  const offer = () => navigator.share({ title: t('rooms:share.subject', { code }), url: link }).catch(() => undefined)
  return (
    <Dialog onClose={onClose} title={t('rooms:share.title')}>
      <ul className={classes.options}>
        {targets.map(({ id, href }) => {
          const Icon = icons[id]
          return (
            <li key={id}>
              <a href={href} target="_blank" rel="noopener noreferrer" className={classes.option}>
                <Icon size={22} stroke={1.75} aria-hidden="true" />
                {t(`rooms:share.${id}`)}
                <span className="sr-only"> ({t('rooms:share.newTab')})</span>
              </a>
            </li>
          )
        })}
        <li>
          <button type="button" className={classes.option} onClick={() => void copy()} data-done={copied || undefined}>
            {copied ? <IconCheck size={22} stroke={1.75} aria-hidden="true" /> : <IconCopy size={22} stroke={1.75} aria-hidden="true" />}
            {t(copied ? 'rooms:share.copied' : 'rooms:share.copy')}
          </button>
        </li>
      </ul>
      {'share' in navigator && (
        <Button fullWidth leftSection={<IconShare2 aria-hidden />} onClick={() => void offer()} className={classes.offer}>
          {t('rooms:share.offer')}
        </Button>
      )}
      <figure className={classes.camera}>
        <QrCode text={link} label={t('rooms:share.qr')} />
        <figcaption>{t('rooms:share.qrHint')}</figcaption>
      </figure>
      <input
        ref={field}
        className={classes.link}
        readOnly
        value={link}
        aria-label={t('rooms:share.link')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
