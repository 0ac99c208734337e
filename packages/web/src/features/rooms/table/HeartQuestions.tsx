import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { mayReveal, missingVoters } from '../session/room-selectors.ts'
import { useTimeUntil } from '../timer/time-left.ts'
import questions from './HeartQuestions.module.css'
import classes from './TableHeart.module.css'
import { useEscape } from './use-room-keys.ts'

/** Names before the rest of those who are missing are only counted. */
const namedAtMost = 2

const findReveal = () => document.querySelector<HTMLElement>('[data-reveals]')

/** In the middle of the table while the cards are about to turn by themselves: the figure, and who may reveal may stop it. */
export function Countdown({ endsAt }: { endsAt: string }) {
  const left = useTimeUntil(endsAt)
  return (
    <div className={classes.heart}>
      <p className={classes.detail}>{t('rooms:countdown.all')}</p>
      <p className={questions.figure}>{Math.max(1, Math.ceil(left / 1000))}</p>
      <div className={questions.wide}>
        <StopReveal />
      </div>
    </div>
  )
}

/** Escape does it too. Nothing for who may not reveal. */
export function StopReveal({ long = false }: { long?: boolean }) {
  const session = useRoomSession()
  const allowed = useRoom((state) => mayReveal(state) && state.joined)
  useEscape(() => allowed && session.stopReveal())
  if (!allowed) return null
  return (
    <Button className={long ? questions.answer : questions.quiet} onClick={session.stopReveal}>
      {t(long ? 'rooms:countdown.stopLong' : 'rooms:countdown.stop')}
      {!long && <Key>Esc</Key>}
    </Button>
  )
}

/**
 * In the middle of the table: whom a reveal now would not wait for. The question stays where it is when the last vote comes, so that
 * nobody presses a button that is no longer there.
 */
export function EarlyReveal() {
  const missing = useRoom(missingVoters)
  const names = missing.map(({ name }) => name)
  const shown = names.length > namedAtMost ? [...names.slice(0, 1), t('rooms:early.more', { count: names.length - 1 })] : names
  return (
    <div className={classes.heart} role="alertdialog" aria-labelledby="early-title" aria-describedby="early-names">
      <p className={questions.title} id="early-title">
        {missing.length === 0 ? t('rooms:countdown.all') : t('rooms:early.title', { count: missing.length })}
      </p>
      <p className={classes.detail} id="early-names">
        {format.list(shown)}
      </p>
      <div className={questions.wide}>
        <RevealAnyway keys />
      </div>
    </div>
  )
}

/** Turns the cards as they are, or waits: Enter, since the first has the focus, and Escape. */
export function RevealAnyway({ keys = false }: { keys?: boolean }) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const allVoted = useRoom((state) => missingVoters(state).length === 0)
  const confirm = useRef<HTMLButtonElement>(null)
  const wait = () => {
    session.waitForVotes()
    focusIfLost(findReveal)
  }
  useEscape(wait)
  useEffect(() => {
    // Of the two places where the answer may be given, only one is shown.
    if (confirm.current?.offsetParent) confirm.current.focus({ preventScroll: true })
  }, [])
  return (
    <div className={keys ? questions.answers : questions.line}>
      <Button ref={confirm} variant="accent" disabled={!joined} onClick={session.reveal}>
        {t(allVoted ? 'rooms:early.revealAll' : 'rooms:early.reveal')}
        {keys && <Key>Enter</Key>}
      </Button>
      <Button className={keys ? questions.quiet : undefined} onClick={wait}>
        {t('rooms:early.wait')}
        {keys && <Key>Esc</Key>}
      </Button>
    </div>
  )
}

const Key = ({ children }: { children: ReactNode }) => (
  <span className={classes.key} aria-hidden="true">
    {children}
  </span>
)
