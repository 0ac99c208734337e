import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { sessionChanged } from '../../../lib/call/session.ts'
import { clearSession } from '../../../lib/device/storage.ts'
import { useIsWriting } from '../chat/writing.ts'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { BlockingDialog } from './BlockingDialog.tsx'

/** The dialogs of what stops a room: no connection, no valid login, seat given away. */
export function RoomProblems({ code }: { code: string }) {
  const blocked = useRoom((state) => state.blocked)
  const failed = useRoom((state) => state.connection === 'offline')
  // A person who writes a message may finish it: a note above says the same meanwhile.
  const writing = useIsWriting()
  if (blocked?.kind === 'auth') return <AuthProblem code={code} message={blocked.message} />
  if (blocked?.kind === 'accounts') return <AuthProblem code={code} message={blocked.message} newcomer />
  if (blocked?.kind === 'seatLost') return <SeatLost message={blocked.message} />
  return failed && !writing ? <ConnectionFailed /> : null
}

/** How long the button shows that it tries, in milliseconds; the attempts go on behind it. */
const triesFor = 4000

function ConnectionFailed() {
  const session = useRoomSession()
  const [trying, setTrying] = useState(false)
  useEffect(() => {
    if (!trying) return
    const timer = setTimeout(() => setTrying(false), triesFor)
    return () => clearTimeout(timer)
  }, [trying])
  const retry = () => {
    setTrying(true)
    session.retry()
  }
  return (
    <BlockingDialog
      title={t('rooms:connection.failed')}
      text={t('rooms:connection.failedSafe')}
      actions={
        <>
          <Button onClick={() => location.reload()}>{t('rooms:connection.reload')}</Button>
          <Button variant="filled" loading={trying} onClick={retry} data-autofocus>
            {t('rooms:connection.retry')}
          </Button>
        </>
      }
    />
  )
}

/** @param newcomer somebody whom the room takes only with an account */
function AuthProblem({ code, message, newcomer = false }: { code: string; message: string; newcomer?: boolean }) {
  const navigate = useNavigate()
  const login = () => {
    clearSession()
    sessionChanged()
    void navigate({ to: '/login', search: { roomId: code } })
  }
  return (
    <BlockingDialog
      title={message}
      text={t(newcomer ? 'rooms:blocked.accountsHint' : 'rooms:blocked.authHint', { code })}
      actions={
        <Button variant="filled" onClick={login} data-autofocus>
          {t(newcomer ? 'rooms:blocked.accountsLogin' : 'rooms:blocked.login')}
        </Button>
      }
    />
  )
}

function SeatLost({ message }: { message: string }) {
  const session = useRoomSession()
  const navigate = useNavigate()
  return (
    <BlockingDialog
      title={message}
      actions={
        <>
          <Button onClick={() => void navigate({ to: '/' })}>{t('backHome')}</Button>
          <Button variant="filled" onClick={session.rejoin} data-autofocus>
            {t('rooms:blocked.back')}
          </Button>
        </>
      }
    />
  )
}
