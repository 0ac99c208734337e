import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/device/copy.ts'
import { toast } from '../states/feedback.tsx'
import { announce } from '../states/LiveRegion.tsx'

/** How long the button says that it has copied, in milliseconds. */
const copiedFor = 2000

/** Copies a text and says so in its own place. */
export function CopyButton({ text, label, filled = false }: { text: string; label: string; filled?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(text))) return toast(t('notCopied'), { kind: 'problem' })
    setCopied(true)
    announce(t('copied'))
  }
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      leftSection={copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? t('copied') : label}
    </Button>
  )
}
