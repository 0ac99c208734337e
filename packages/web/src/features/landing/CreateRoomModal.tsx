import { Button, Loader } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/device/copy.ts'
import { write } from '../../lib/device/storage.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { alertDialog } from '../../ui/states/feedback.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import classes from './modals.module.css'

/** How long the copy button says that it copied, in milliseconds. */
const copyFeedback = 2000

type Props = {
  loading: boolean
  roomId: string | null
  /** A word about the connection while waiting. */
  notice: string | null
  onClose: () => void
  onError: (message: string) => void
}

/** Shows the new room's id, ready to be sent to the team. */
export function CreateRoomModal({ loading, roomId, notice, onClose, onError }: Props) {
  const navigate = useNavigate()
  const start = () => {
    if (!roomId) {
      onClose()
      return onError(t('landing:errors.startWithoutId'))
    }
    write('currentRoom', roomId)
    void navigate({ to: '/login', search: { roomId } })
  }
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          <span className="sr-only">{t('landing:hero.create')}: </span>
          {t(roomId ? 'landing:create.title' : 'landing:create.creatingTitle')}
        </>
      }
    >
      {roomId ? <RoomId roomId={roomId} /> : <Waiting notice={notice} />}
      <div className={classes.footer}>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="filled" onClick={start} disabled={loading}>
          {t('landing:create.start')}
        </Button>
      </div>
    </Dialog>
  )
}

function Waiting({ notice }: { notice: string | null }) {
  return (
    <div className={classes.waiting} role="status">
      <Loader size={20} aria-hidden />
      <span>{notice ?? t('landing:create.creating')}</span>
    </div>
  )
}

function RoomId({ roomId }: { roomId: string }) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), copyFeedback)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(roomId))) return alertDialog(t('errors.copy'))
    setCopied((times) => times + 1)
    announce(t('landing:create.copied'))
  }
  return (
    <>
      <p className={classes.lead}>{t('landing:create.lead')}</p>
      <div className={classes.idBox}>
        <b>
          <span className="sr-only">{t('landing:create.idLabel', { id: [...roomId].join(' ') })}</span>
          <span aria-hidden="true">{roomId}</span>
        </b>
        <Button onClick={copy} leftSection={copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}>
          {t(copied ? 'landing:create.copied' : 'landing:create.copy')}
        </Button>
      </div>
    </>
  )
}
