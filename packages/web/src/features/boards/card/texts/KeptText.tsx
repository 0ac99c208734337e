import { Button } from '@mantine/core'
import { t } from '../../../../i18n/index.ts'
import { copyText } from '../../../../lib/device/copy.ts'
import { alertDialog, toast } from '../../../../ui/states/feedback.tsx'
import classes from '../CardWindow.module.css'

/** What was being written where one cannot write any more, to be taken elsewhere. */
export function KeptText({ text }: { text: string }) {
  const copy = async () => {
    if (await copyText(text)) toast(t('card:gone.copied'))
    else void alertDialog(t('errors.copy'))
  }
  return (
    <div className={classes.kept}>
      <h3>{t('card:gone.kept')}</h3>
      <p>{text}</p>
      <Button size="sm" onClick={() => void copy()}>
        {t('card:gone.copy')}
      </Button>
    </div>
  )
}
