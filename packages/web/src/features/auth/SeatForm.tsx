import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { AvatarSwap } from './AvatarSwap.tsx'
import classes from './SeatForm.module.css'
import { type Seat, storeGuest } from './seat.ts'

type Props = {
  roomId: string
  seat: Seat
  onSeat: (seat: Seat) => void
  /** The room's, where it has one; null until it was typed. */
  password: string | null
}

/** Fields outside the form, such as the room's password, belong to it by this id. */
export const seatFormId = 'seat'

/** A guest's way in: a name, and whether they only observe. */
export function SeatForm({ roomId, seat, onSeat, password }: Props) {
  const navigate = useNavigate()
  const check = (): Record<string, string> => (seat.name.trim() === '' ? { name: t('texts:userNameRequired') } : {})
  const send = async () => {
    storeGuest(roomId, seat, password)
    await navigate({ to: '/votacao/$roomId', params: { roomId } })
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form ref={form} id={seatFormId} onSubmit={onSubmit} noValidate className={classes.form} aria-label={t('auth:seat.form')}>
      <FormProblem text={problem} />
      <div className={classes.who}>
        <AvatarSwap avatar={seat.avatar} size={52} onChange={(avatar) => onSeat({ ...seat, avatar })} className={classes.beside} />
        <TextInput
          label={t('auth:seat.name')}
          name="name"
          autoComplete="nickname"
          maxLength={limits.personName}
          autoFocus
          enterKeyHint="go"
          value={seat.name}
          error={problems.name}
          classNames={{ root: classes.name, label: classes.nameLabel, input: classes.nameInput, error: classes.nameError }}
          onChange={(event) => {
            onSeat({ ...seat, name: event.currentTarget.value })
            mend('name')
          }}
        />
      </div>
      <label className={classes.observe}>
        <input type="checkbox" checked={seat.observer} onChange={(event) => onSeat({ ...seat, observer: event.currentTarget.checked })} />
        <span>
          {t('auth:seat.observe')} <span className={classes.faint}>{t('auth:seat.observeHint')}</span>
        </span>
      </label>
      <Button type="submit" variant="accent" size="lg" fullWidth loading={sending}>
        {t('auth:seat.submit')}
        <kbd className={classes.key}>Enter</kbd>
      </Button>
    </form>
  )
}
