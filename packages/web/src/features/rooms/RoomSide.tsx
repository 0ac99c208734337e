import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconLayoutKanban, IconLogout, IconRun, IconSettings, IconShare3 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/copy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Brand } from '../../ui/Brand.tsx'
import { alertDialog } from '../../ui/feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { PeopleList } from './PeopleList.tsx'
import classes from './RoomSide.module.css'
import { useRoom } from './room-context.ts'
import { isModerator, tallyOf } from './room-selectors.ts'

/** How long the copy button says that it worked, in milliseconds: the specification's. */
const copyFeedback = 2000

type Props = { code: string; onShare: () => void; onSettings: () => void; onLeave: () => void }

/** The side menu: the room, who is in it, where else to go, oneself, share and leave. */
export function RoomSide({ code, onShare, onSettings, onLeave }: Props) {
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
      </nav>
      <div className={classes.foot}>
        <Me />
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

function Me() {
  const user = useRoom((state) => state.users.find(({ id }) => id === state.me?.id))
  if (!user) return null
  return (
    <div className={classes.me}>
      <Avatar name={user.name} avatar={user.avatar} />
      <span className={classes.grow}>
        <b className={classes.cut} title={user.name}>
          {user.name}
        </b>
        <span className={classes.role}>{t(user.role === 'moderator' ? 'rooms:role.moderator' : 'rooms:role.participant')}</span>
      </span>
    </div>
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
