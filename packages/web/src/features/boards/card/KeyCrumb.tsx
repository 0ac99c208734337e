import { IconCopy } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import classes from './CardWindow.module.css'

/** What people call the card; a click copies the link that the key is. */
export function KeyCrumb({ text }: { text: string }) {
  const copy = async () => {
    const copied = await copyText(new URL(`/cartao/${text}`, location.href).href)
    toast(t(copied ? 'card:key.copied' : 'card:key.notCopied'))
  }
  return (
    <button type="button" className={classes.key} aria-label={t('card:key.copy', { key: text })} onClick={() => void copy()}>
      {text}
      <IconCopy size={15} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
