import { IconMenu2, IconMessageCircle, IconShare3 } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/page/IconButton.tsx'
import classes from './RoomBar.module.css'
import { useRoom } from './session/room-context.ts'
import { observersOf, tallyOf } from './session/room-selectors.ts'
import { StoryButton } from './tasks/StoryButton.tsx'

type Props = {
  code: string
  unread: number
  /** Whether the task stands here, since the open result has taken its place. */
  story: boolean
  onMenu?: (() => void) | undefined
  onShare: () => void
  onChat: () => void
}

/** The head of the room where the side menu or the chat have no column of their own. */
export function RoomBar({ code, unread, story, onMenu, onShare, onChat }: Props) {
  const name = useRoom((state) => state.room?.roomName)
  const present = useRoom((state) => tallyOf(state).present)
  const task = useRoom((state) => (story ? state.selectedTask : null))
  const observing = useRoom((state) => observersOf(state).length)
  return (
    <header className={classes.bar}>
      {onMenu && (
        <IconButton label={t('rooms:side.menu')} onClick={onMenu}>
          <IconMenu2 size={20} stroke={1.75} />
        </IconButton>
      )}
      {task ? (
        <span className={classes.grow}>
          <b className={classes.story}>{task.title}</b>
        </span>
      ) : (
        <span className={classes.grow}>
          <b title={name}>{name ?? '\u00a0'}</b>
          <span className={classes.small}>
            {observing === 0
              ? t('rooms:side.atTable', { code, count: present })
              : `${t('rooms:observers.voting', { count: present })}, ${t('rooms:observers.count', { count: observing })}`}
          </span>
        </span>
      )}
      {task ? (
        <StoryButton />
      ) : (
        <IconButton label={t('rooms:side.share')} onClick={onShare}>
          <IconShare3 size={20} stroke={1.75} />
        </IconButton>
      )}
      <IconButton label={unread > 0 ? t('rooms:chat.openNew', { count: unread }) : t('rooms:chat.open')} badge={unread} onClick={onChat}>
        <IconMessageCircle size={20} stroke={1.75} />
      </IconButton>
    </header>
  )
}
