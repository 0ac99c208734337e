import { Button, Modal } from '@mantine/core'
import { t } from '../../../i18n/index.ts'
import classes from './CardWindow.module.css'

type Props = { onBack: () => void; onKeep: () => void; onDiscard: () => void }

/** Asked before the window closes over a text that was not sent. */
export function UnsavedDialog({ onBack, onKeep, onDiscard }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the keys of this dialog from the window below it
    <div className={classes.keys} onKeyDown={(event) => event.stopPropagation()}>
      <Modal opened onClose={onBack} title={t('card:unsaved.title')} zIndex={320} closeButtonProps={{ 'aria-label': t('close') }}>
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
      </Modal>
    </div>
  )
}
