import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../../../i18n/index.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { alertDialog, toast } from '../../../ui/states/feedback.tsx'
import classes from './Integrations.module.css'

/** A value that is taken elsewhere, with its button. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const id = useId()
  const copy = async () => {
    if (await copyText(value)) toast(t('integrations:modal.webhook.copied'))
    else await alertDialog(t('errors.copy'))
  }
  return (
    <div className={classes.copy}>
      <label htmlFor={id}>
        {label}
        <input id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <Button
        leftSection={<IconCopy size={16} aria-hidden />}
        aria-label={t('integrations:modal.webhook.copyNamed', { name: label })}
        onClick={() => void copy()}
      >
        {t('integrations:modal.webhook.copy')}
      </Button>
    </div>
  )
}
