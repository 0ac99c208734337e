import { IconBrandTelegram, IconBrandWhatsapp, IconCheck, IconCopy, IconMail } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/copy.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { alertDialog } from '../../ui/feedback.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import classes from './ShareDialog.module.css'
import { shareTargets } from './share-links.ts'

const copyFeedback = 2000
const icons = { whatsapp: IconBrandWhatsapp, telegram: IconBrandTelegram, mail: IconMail }

/** Four ways to call the team: two messengers, mail, and the login page's link with this room's id. */
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
