import { roomsApi } from '@rodada/contract/rooms/rooms'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { forgetRoom, prepareReturn } from '../../lib/seated-room.ts'
import classes from './RoomReturn.module.css'

/** How often it is asked whether the room is still there, in milliseconds. */
const askEvery = 60_000

/** The way back to the room that this browser sits in, above every other page, for as long as the room lasts. */
export function RoomReturn({ code }: { code: string }) {
  const { data, error } = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => call(roomsApi.invitation, { params: { roomId: code } }),
    refetchInterval: askEvery,
    retry: false,
  })
  const isGone = error instanceof CallError && error.status === 404
  useEffect(() => {
    if (isGone) forgetRoom(code)
  }, [isGone, code])
  useEffect(() => {
    document.documentElement.dataset.roomBar = ''
    return () => {
      delete document.documentElement.dataset.roomBar
    }
  }, [])
  return (
    <aside className={classes.bar} aria-label={t('room.label')}>
      <Link to="/votacao/$roomId" params={{ roomId: code }} preload={false} onClick={prepareReturn} className={classes.link}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        <b>{t('room.back')}</b>
        <span className={classes.name}>{data ? `${data.roomName} · ${code}` : code}</span>
      </Link>
    </aside>
  )
}
