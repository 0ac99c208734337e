import { IconCopy } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import classes from './CardWindow.module.css'

/** Copies the address that leads to a card by its key, and says so. */
export async function copyCardLink(key: string): Promise<void> {
  const copied = await copyText(new URL(`/cartao/${key}`, location.href).href)
  toast(t(copied ? 'card:key.copied' : 'card:key.notCopied'))
}

/** What people call the card; a click copies the link that the key is. */
export function KeyCrumb({ text }: { text: string }) {
  return (
    <button type="button" className={classes.key} aria-label={t('card:key.copy', { key: text })} onClick={() => void copyCardLink(text)}>
      {text}
      <IconCopy size={15} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
