import { Button } from '@mantine/core'
import { nudgeMs } from '@rodada/contract/rooms/settings'
import { IconCheck, IconClock, IconHandFinger } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { isModerator, mayNudge } from '../session/room-selectors.ts'
import classes from './TableBar.module.css'

const loadTimer = () => import('../timer/Timer.tsx')
const TimerPill = lazyPart(async () => (await loadTimer()).TimerPill)
export const TimerArc = lazyPart(async () => (await loadTimer()).TimerArc)
const TimerDialog = lazyPart(async () => (await import('../timer/TimerDialog.tsx')).TimerDialog)

/** What stands above the table: the round's time, or for who moderates the way to one. */
export function TableBar() {
  const timed = useRoom((state) => state.timer !== null)
  const moderator = useRoom(isModerator)
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.bar}>
      {timed ? (
        <TimerPill onOpen={() => setOpen(true)} />
      ) : (
        moderator && (
          <IconButton className={classes.clock} label={t('rooms:timer.title')} onClick={() => setOpen(true)}>
            <IconClock size={20} stroke={1.75} />
          </IconButton>
        )
      )}
      <NudgeButton />
      {open && <TimerDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Reminds who has not voted; for a minute afterwards it says that they were. */
function NudgeButton() {
  const session = useRoomSession()
  const allowed = useRoom(mayNudge)
  const round = useRoom((state) => state.room?.round)
  const [told, setTold] = useState<{ round: number | undefined } | null>(null)
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(null), nudgeMs)
    return () => clearTimeout(timer)
  }, [told])
  if (!allowed) return null
  if (told && told.round === round)
    return (
      <p className={classes.told} role="status">
        <IconCheck size={18} stroke={1.75} aria-hidden="true" />
        {t('rooms:nudge.done')}
      </p>
    )
  const nudge = async () => {
    if (await session.nudge()) setTold({ round })
  }
  return (
    <Button
      variant="subtle"
      className={classes.nudge}
      onClick={() => void nudge()}
      leftSection={<IconHandFinger size={18} stroke={1.75} aria-hidden />}
    >
      {t('rooms:nudge.missing')}
    </Button>
  )
}
