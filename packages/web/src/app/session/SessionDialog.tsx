import { Button, Group, Modal } from '@mantine/core'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { useSignOut } from '../shell/use-sign-out.ts'

/** Warns before the idle session ends. */
export function SessionDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => Promise<void> }) {
  const signOut = useSignOut()
  useReturnFocus()
  return (
    <Modal opened onClose={() => void onStay()} title={t('session.title')} withCloseButton={false}>
      {/* The countdown is for the eyes; read aloud every second it would be unbearable. */}
      <p>{t('session.text', { time: format.countdown(secondsLeft) })}</p>
      <Group justify="flex-end" gap={8} mt={22}>
        <Button variant="subtle" onClick={signOut}>
          {t('session.leave')}
        </Button>
        <Button variant="filled" onClick={() => void onStay()} data-autofocus>
          {t('session.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
