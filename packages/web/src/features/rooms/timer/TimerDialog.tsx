import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { read, remove, write } from '../../../lib/device/storage.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { isModerator } from '../session/room-selectors.ts'
import { chime } from './chime.ts'
import classes from './TimerDialog.module.css'

/** Minutes that are one press away. */
const offered = [1, 2, 5, 10, 15]
const usual = 5

const lastMinutes = (): number => (Number(read('rodada.timer')) || usual * 60) / 60

/** How long the round's timer runs and what its end does, for who moderates; and for everybody whether it sounds on this device. */
export function TimerDialog({ onClose }: { onClose: () => void }) {
  const moderator = useRoom(isModerator)
  const [sound, setSound] = useState(() => read('rodada.timerSound') === 'on')
  const choose = (on: boolean) => {
    setSound(on)
    if (!on) return remove('rodada.timerSound')
    write('rodada.timerSound', 'on')
    // What was chosen is heard; it also is the gesture that a browser asks for before a page may sound.
    chime()
  }
  const ownSound = <Switch label={t('rooms:timer.sound')} hint={t('rooms:timer.soundHint')} checked={sound} onChange={choose} />
  return (
    <Dialog onClose={onClose} title={t('rooms:timer.title')}>
      {moderator ? <TimerForm onClose={onClose}>{ownSound}</TimerForm> : ownSound}
    </Dialog>
  )
}

function TimerForm({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const session = useRoomSession()
  const there = useRoom((state) => state.timer !== null)
  const [minutes, setMinutes] = useState(() => String(lastMinutes()))
  const [reveals, setReveals] = useState(useRoom((state) => state.timer?.revealAtEnd === true))
  const [busy, setBusy] = useState(false)
  const seconds = Math.round(Number(minutes.replace(',', '.')) * 60)
  const isValid = seconds >= limits.timerMin && seconds <= limits.timerMax
  const act = async (work: Promise<boolean>) => {
    setBusy(true)
    const accepted = await work
    setBusy(false)
    if (accepted) onClose()
  }
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    write('rodada.timer', String(seconds))
    void act(session.startTimer(seconds, reveals))
  }
  return (
    <form className={classes.form} onSubmit={start}>
      <fieldset className={classes.choices}>
        <legend>{t('rooms:timer.howLong')}</legend>
        {offered.map((value) => (
          <button key={value} type="button" aria-pressed={seconds === value * 60} onClick={() => setMinutes(String(value))}>
            {t('rooms:timer.minutesShort', { count: value })}
          </button>
        ))}
      </fieldset>
      <TextInput
        label={t('rooms:timer.other')}
        value={minutes.replace('.', format.number(0.5).charAt(1))}
        inputMode="decimal"
        maxLength={5}
        error={isValid ? undefined : t('rooms:timer.range')}
        onChange={(event) => setMinutes(event.currentTarget.value)}
        data-autofocus
      />
      <Switch label={t('rooms:timer.reveals')} hint={t('rooms:timer.revealsHint')} checked={reveals} onChange={setReveals} />
      {children}
      <div className={classes.foot}>
        {there && (
          <Button variant="subtle" disabled={busy} onClick={() => void act(session.stopTimer())}>
            {t('rooms:timer.stop')}
          </Button>
        )}
        <Button type="submit" variant="filled" loading={busy} disabled={!isValid}>
          {t(there ? 'rooms:timer.restart' : 'rooms:timer.start')}
        </Button>
      </div>
    </form>
  )
}
