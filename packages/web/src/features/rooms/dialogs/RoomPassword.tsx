import { Button, PasswordInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useVisibilityToggle } from '../../../ui/focus/use-visibility-toggle.ts'
import { PanelScreen } from '../../../ui/page/PanelScreen.tsx'
import { useRoomSession } from '../session/room-context.ts'
import type { Blocked } from '../session/room-state.ts'
import classes from './RoomPassword.module.css'

/** The room asks for its password before it gives a seat. */
export function RoomPassword({ blocked }: { blocked: Extract<Blocked, { kind: 'password' }> }) {
  const session = useRoomSession()
  const [password, setPassword] = useState('')
  const [changed, setChanged] = useState(false)
  const toggle = useVisibilityToggle()
  const check = (): Record<string, string> => (password === '' ? { password: t('rooms:password.required') } : {})
  const { form, problems, onSubmit, mend } = useForm(check, async () => session.enter(password))
  const { triesLeft, message } = blocked
  const refused = triesLeft === null || changed ? undefined : triesLeft > 0 ? t('rooms:password.wrong', { count: triesLeft }) : message
  return (
    <PanelScreen wide>
      <div>
        <h1>{t('rooms:password.title')}</h1>
        <p className={classes.lead}>{t('rooms:password.text')}</p>
      </div>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <PasswordInput
          label={t('rooms:password.field')}
          name="password"
          autoComplete="off"
          autoFocus
          maxLength={limits.roomPasswordMax}
          value={password}
          error={problems.password ?? refused}
          {...toggle}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setChanged(true)
            mend('password')
          }}
        />
        <Button type="submit" variant="accent" size="lg" fullWidth>
          {t('rooms:password.enter')}
        </Button>
      </form>
    </PanelScreen>
  )
}
