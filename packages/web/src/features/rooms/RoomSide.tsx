import { Button } from '@mantine/core'
import {
  IconCards,
  IconCheck,
  IconCopy,
  IconEye,
  IconHistory,
  IconLayoutKanban,
  IconLogout,
  IconRefresh,
  IconRun,
  IconSettings,
  IconShare3,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/device/copy.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Brand } from '../../ui/page/Brand.tsx'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { alertDialog } from '../../ui/states/feedback.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { ObserversList, PeopleList } from './people/PeopleList.tsx'
import classes from './RoomSide.module.css'
import { useRoom, useRoomSession } from './session/room-context.ts'
import { isModerator, mayReadRecord, tallyOf } from './session/room-selectors.ts'
import { isObserving } from './session/room-state.ts'

/** How long the copy button says that it worked, in milliseconds: the specification's. */
const copyFeedback = 2000

type Props = { code: string; onShare: () => void; onSettings: () => void; onRecord: () => void; onAvatar: () => void; onLeave: () => void }

/** The side menu: the room, who is in it, where else to go, oneself, share and leave. */
export function RoomSide({ code, onShare, onSettings, onRecord, onAvatar, onLeave }: Props) {
  const mayRead = useRoom(mayReadRecord)
  const name = useRoom((state) => state.room?.roomName)
  const present = useRoom((state) => tallyOf(state).present)
  const moderator = useRoom(isModerator)
  return (
    <div className={classes.side}>
      <Brand />
      <div className={classes.room}>
        <span className={classes.grow}>
          <span className={classes.roomName} title={name}>
            {name ?? '\u00a0'}
          </span>
          <b>{code}</b>
        </span>
        {moderator && (
          <IconButton label={t('rooms:side.settings')} onClick={onSettings}>
            <IconSettings size={18} stroke={1.75} />
          </IconButton>
        )}
        <CopyId code={code} />
      </div>
      <section className={classes.people}>
        <h2>{t('rooms:side.participants', { count: present })}</h2>
        <PeopleList />
        <ObserversList />
      </section>
      <nav className={classes.nav} aria-label={t('rooms:side.shortcuts')}>
        <Link to="/sprints">
          <IconRun size={18} stroke={1.75} aria-hidden="true" />
          {t('rooms:side.sprint')}
        </Link>
        <Link to="/trello">
          <IconLayoutKanban size={18} stroke={1.75} aria-hidden="true" />
          {t('rooms:side.boards')}
        </Link>
        {mayRead && (
          <button type="button" onClick={onRecord}>
            <IconHistory size={18} stroke={1.75} aria-hidden="true" />
            {t('rooms:side.record')}
          </button>
        )}
      </nav>
      <div className={classes.foot}>
        <Me onAvatar={onAvatar} />
        <ObserveButton />
        <div className={classes.row}>
          <Button className={classes.share} onClick={onShare} leftSection={<IconShare3 aria-hidden />}>
            {t('rooms:side.share')}
          </Button>
          <IconButton label={t('rooms:side.leave')} onClick={onLeave}>
            <IconLogout size={18} stroke={1.75} />
          </IconButton>
        </div>
      </div>
    </div>
  )
}

function Me({ onAvatar }: Pick<Props, 'onAvatar'>) {
  const online = useRoom((state) => state.joined)
  const user = useRoom((state) => state.users.find(({ id }) => id === state.me?.id))
  if (!user) return null
  return (
    <div className={classes.me}>
      <button
        type="button"
        className={classes.avatar}
        disabled={!online}
        aria-label={t('rooms:avatar.open')}
        title={t('rooms:avatar.open')}
        onClick={onAvatar}
      >
        <Avatar name={user.name} avatar={user.avatar} />
        <IconRefresh className={classes.swap} size={14} stroke={2} aria-hidden />
      </button>
      <span className={classes.grow}>
        <b className={classes.cut} title={user.name}>
          {user.name}
        </b>
        <span className={classes.role}>{t(user.role === 'moderator' ? 'rooms:role.moderator' : 'rooms:role.participant')}</span>
      </span>
    </div>
  )
}

/** Whether one votes or only looks on is changed at any time. */
function ObserveButton() {
  const session = useRoomSession()
  const observing = useRoom(isObserving)
  const online = useRoom((state) => state.joined)
  return (
    <Button
      variant="subtle"
      className={classes.observe}
      justify="flex-start"
      disabled={!online}
      onClick={() => void session.observe(!observing)}
      leftSection={observing ? <IconCards size={18} stroke={1.75} aria-hidden /> : <IconEye size={18} stroke={1.75} aria-hidden />}
    >
      {t(observing ? 'rooms:observers.vote' : 'rooms:observers.observe')}
    </Button>
  )
}

function CopyId({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copyFeedback)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(code))) return void alertDialog(t('errors.copy'))
    setCopied(true)
    announce(t('rooms:side.idCopied'))
  }
  return (
    <IconButton label={t(copied ? 'rooms:side.idCopied' : 'rooms:side.copyId')} onClick={() => void copy()} data-done={copied || undefined}>
      {copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
    </IconButton>
  )
}
