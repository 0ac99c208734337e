import { IconMenu2, IconMessageCircle, IconShare3 } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './RoomBar.module.css'
import { useRoom } from './room-context.ts'
import { tallyOf } from './room-selectors.ts'

type Props = { code: string; unread: number; onMenu?: () => void; onShare: () => void; onChat: () => void }

/** The head of the room where the side menu or the chat have no column of their own. */
export function RoomBar({ code, unread, onMenu, onShare, onChat }: Props) {
  const name = useRoom((state) => state.room?.roomName)
  const present = useRoom((state) => tallyOf(state).present)
  return (
    <header className={classes.bar}>
      {onMenu && (
        <IconButton label={t('rooms:side.menu')} onClick={onMenu}>
          <IconMenu2 size={20} stroke={1.75} />
        </IconButton>
      )}
      <span className={classes.grow}>
        <b title={name}>{name ?? '\u00a0'}</b>
        <span className={classes.small}>{t('rooms:side.atTable', { code, count: present })}</span>
      </span>
      <IconButton label={t('rooms:side.share')} onClick={onShare}>
        <IconShare3 size={20} stroke={1.75} />
      </IconButton>
      <IconButton label={unread > 0 ? t('rooms:chat.openNew', { count: unread }) : t('rooms:chat.open')} badge={unread} onClick={onChat}>
        <IconMessageCircle size={20} stroke={1.75} />
      </IconButton>
    </header>
  )
}
