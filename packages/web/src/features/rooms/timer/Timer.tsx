import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { read } from '../../../lib/device/storage.ts'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { isModerator } from '../session/room-selectors.ts'
import { chime } from './chime.ts'
import classes from './Timer.module.css'
import { clockText, lastMs, useTimeLeft } from './time-left.ts'

const minute = 60

/** The time that is left in digits; who moderates pauses it there and adds a minute. The digits open the rest. */
export function TimerPill({ onOpen }: { onOpen: () => void }) {
  const session = useRoomSession()
  const left = useTimeLeft()
  const paused = useRoom((state) => state.timer?.pausedLeft != null)
  const joined = useRoom((state) => state.joined)
  const moderator = useRoom(isModerator)
  useTimeNews(left)
  const mark = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <div
      className={classes.pill}
      role="timer"
      aria-label={t('rooms:timer.label')}
      data-last={left <= lastMs || undefined}
      data-over={left === 0 || undefined}
      data-paused={paused || undefined}
    >
      {moderator && left > 0 && (
        <button
          type="button"
          aria-label={t(paused ? 'rooms:timer.goOn' : 'rooms:timer.pause')}
          title={t(paused ? 'rooms:timer.goOn' : 'rooms:timer.pause')}
          disabled={!joined}
          onClick={() => void session.pauseTimer(!paused)}
        >
          {paused ? <IconPlayerPlay {...mark} /> : <IconPlayerPause {...mark} />}
        </button>
      )}
      <button type="button" className={classes.digits} onClick={onOpen} title={t('rooms:timer.open')}>
        <b>{clockText(left)}</b>
        <span className="sr-only">{t('rooms:timer.open')}</span>
      </button>
      {moderator && (
        <button type="button" title={t('rooms:timer.minute')} disabled={!joined} onClick={() => void session.addTime(minute)}>
          {t('rooms:timer.minuteShort')}
        </button>
      )}
    </div>
  )
}

/** Announces the last minute, the last ten seconds and the end; never each second. The end has a sound for people who chose it. */
function useTimeNews(left: number): void {
  const before = useRef(left)
  useEffect(() => {
    const passed = (ms: number) => before.current > ms && left <= ms
    if (passed(0)) {
      announce(t('rooms:timer.over'))
      if (read('rodada.timerSound') === 'on') chime()
    } else if (passed(lastMs)) announce(t('rooms:timer.tenSeconds'))
    else if (passed(minute * 1000)) announce(t('rooms:timer.oneMinute'))
    before.current = left
  }, [left])
}

/** The time that is left as a pale arc on the rim, from the top clockwise. */
export function TimerArc({ round }: { round: boolean }) {
  const left = useTimeLeft()
  const seconds = useRoom((state) => state.timer?.seconds ?? 1)
  const share = Math.min(100, left / seconds / 10)
  return (
    <svg
      className={classes.arc}
      data-round={round || undefined}
      data-last={left <= lastMs || undefined}
      data-over={left === 0 || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <rect x="2" y="2" pathLength="100" style={{ strokeDasharray: `${left === 0 ? 100 : share} 200` }} />
    </svg>
  )
}
