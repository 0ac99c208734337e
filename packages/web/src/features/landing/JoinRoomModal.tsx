import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { ActiveRoom } from '@rodada/contract/rooms/rooms'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ClipboardEvent, type FormEvent, useCallback, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { watchActiveRooms } from './landing-socket.ts'
import classes from './modals.module.css'
import { useRoomCheck } from './use-room-check.ts'

type Props = { initialId: string; onClose: () => void }

/** Room ids are upper case letters and digits; what else was typed is dropped. */
const asRoomId = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, limits.roomCode)

/** The id inside a pasted invitation link, when there is one. */
const idInLink = (text: string): string | undefined => /(?:roomId=|sala=|\/votacao\/)([a-z0-9]{6})\b/i.exec(text)?.[1]

/** Asks for a room's id, checks it while it is typed, and offers the rooms that are open now. */
export function JoinRoomModal({ initialId, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={t('landing:join.title')}>
      <JoinForm initialId={initialId} onClose={onClose} />
    </Dialog>
  )
}

function JoinForm({ initialId, onClose }: Props) {
  const navigate = useNavigate()
  const [roomId, setRoomId] = useState(() => asRoomId(initialId))
  const [missing, setMissing] = useState(false)
  /** Set when somebody pressed Enter before the answer came: it enters as soon as it does. */
  const [wanted, setWanted] = useState<string | null>(null)
  const check = useRoomCheck(roomId)
  const enter = useCallback(() => navigate({ to: '/login', search: { roomId } }), [navigate, roomId])

  const change = (text: string) => {
    setRoomId(asRoomId(text))
    setMissing(false)
    setWanted(null)
  }
  const paste = (event: ClipboardEvent) => {
    const found = idInLink(event.clipboardData.getData('text'))
    if (!found) return
    event.preventDefault()
    change(found)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check.state === 'empty') setMissing(true)
    if (check.state === 'checking') setWanted(roomId)
    if (check.state === 'found') void enter()
  }
  const found = check.state === 'found'
  useEffect(() => {
    if (found && wanted === roomId) void enter()
  }, [found, wanted, roomId, enter])

  const error = missing ? t('texts:roomIdRequired') : check.state === 'refused' ? check.message : null
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('landing:join.idLabel')}
        value={roomId}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={paste}
        maxLength={limits.roomCode}
        error={
          error && (
            <span className={classes.refused}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              {error}
            </span>
          )
        }
        classNames={{ input: classes.idInput }}
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
      />
      <p className={classes.status} role="status">
        {check.state === 'checking' && t('landing:join.checking')}
        {found && (
          <span className={classes.found}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            {t('landing:join.found')}
          </span>
        )}
        {check.state === 'empty' && !missing && t('landing:join.hint')}
      </p>
      <OpenRooms onPick={change} picked={roomId} />
      <div className={classes.footer}>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
        {/* Not `disabled`: it stays within reach of the keyboard, and pressing it says what is missing. */}
        <Button
          variant="filled"
          type="submit"
          aria-disabled={!found}
          data-disabled={!found || undefined}
          loading={wanted !== null && check.state === 'checking'}
        >
          {t('landing:join.enter')}
        </Button>
      </div>
    </form>
  )
}

/** Who moderates a room, and since when it is there: rooms tend to have one name. */
function factsOf({ moderator, createdAt }: ActiveRoom): string {
  const isToday = format.date(createdAt) === format.date(new Date())
  const since = isToday ? format.time(createdAt) : format.dateTime(createdAt)
  return moderator ? t('landing:join.moderatedSince', { name: moderator, since }) : t('landing:join.since', { since })
}

function OpenRooms({ onPick, picked }: { onPick: (roomId: string) => void; picked: string }) {
  const [rooms, setRooms] = useState<ActiveRoom[] | null>(null)
  const [down, setDown] = useState(false)
  useEffect(() => watchActiveRooms(setRooms, setDown), [])
  if (down) return <p className={classes.problem}>{t('landing:errors.connect')}</p>
  if (rooms === null) return null
  return (
    <section className={classes.open} aria-labelledby="open-rooms">
      <h3 id="open-rooms">{t('landing:join.open')}</h3>
      {rooms.length === 0 && <p className={classes.none}>{t('landing:join.none')}</p>}
      <ul>
        {rooms.map((room) => (
          <li key={room.roomId}>
            <button type="button" onClick={() => onPick(room.roomId)} aria-pressed={room.roomId === picked}>
              <span className={classes.roomText}>
                <span className={classes.roomName}>{room.roomName}</span>
                <span className={classes.roomFacts}>
                  <b>{room.roomId}</b>
                  {` · ${factsOf(room)}`}
                </span>
              </span>
              <span className={classes.people}>{t('landing:join.people', { count: room.participants })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
