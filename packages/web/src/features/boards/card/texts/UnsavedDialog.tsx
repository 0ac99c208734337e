import { Button } from '@mantine/core'
import { t } from '../../../../i18n/index.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import classes from '../CardWindow.module.css'

type Props = { onBack: () => void; onKeep: () => void; onDiscard: () => void }

/** Asked before the window closes over a text that was not sent. */
export function UnsavedDialog({ onBack, onKeep, onDiscard }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the keys of this dialog from the window below it
    <div className={classes.keys} onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title={t('card:unsaved.title')} zIndex={320} onClose={onBack}>
        <p className={classes.question}>{t('card:unsaved.text')}</p>
        <div className={classes.answers}>
          <Button variant="danger" onClick={onDiscard}>
            {t('card:discard')}
          </Button>
          <Button onClick={onKeep}>{t('card:unsaved.keep')}</Button>
          <Button variant="filled" onClick={onBack} data-autofocus>
            {t('card:unsaved.back')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
