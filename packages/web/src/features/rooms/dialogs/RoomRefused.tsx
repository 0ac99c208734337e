import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { remove } from '../../../lib/device/storage.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { useRoomSession } from '../session/room-context.ts'
import classes from './RoomRefused.module.css'

/** The room is unknown, ended, or does not let this person in: why, and where to go from here. */
export function RoomRefused({ message, removed }: { message: string; removed: boolean }) {
  const session = useRoomSession()
  const navigate = useNavigate()
  const home = () => {
    remove('currentRoom')
    void navigate({ to: '/' })
  }
  return (
    <main id="conteudo" tabIndex={-1} className={classes.screen}>
      <div role="alert">
        <EmptyState
          art="error"
          level={1}
          title={message}
          text={t(removed ? 'rooms:blocked.removedHint' : 'rooms:blocked.refusedHint')}
          action={
            <div className={classes.actions}>
              <Button variant={removed ? 'filled' : 'default'} onClick={home}>
                {t('backHome')}
              </Button>
              {!removed && hasSession() && <LinkButton to="/salas">{t('rooms:blocked.record')}</LinkButton>}
              {!removed && (
                <Button variant="filled" onClick={session.rejoin}>
                  {t('retry')}
                </Button>
              )}
            </div>
          }
        />
      </div>
    </main>
  )
}
