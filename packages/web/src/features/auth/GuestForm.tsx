import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import type { Avatar } from '@rodada/contract/people'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { remove, write } from '../../lib/storage.ts'
import { useForm } from '../../lib/use-form.ts'
import { AvatarPicker } from '../../ui/AvatarPicker.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from './LoginScreen.module.css'

/** A guest needs a name and nothing else. */
export function GuestForm({ roomId, onBack }: { roomId: string; onBack: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [avatar, setAvatar] = useState<Avatar | null>(null)
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('texts:userNameRequired') } : {})
  const send = async () => {
    const stored = write('userName', name.trim()) && write('userRole', 'guest') && write('currentRoom', roomId)
    if (!stored) throw new Error(t('auth:errors.storage'))
    // Left over from an account whose session is gone: the room would take this guest for that person.
    remove('userData')
    if (avatar) write('userAvatar', avatar)
    else remove('userAvatar')
    await navigate({ to: '/votacao/$roomId', params: { roomId } })
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <TextInput
        label={t('auth:guest.name')}
        name="name"
        autoComplete="nickname"
        maxLength={limits.personName}
        autoFocus
        value={name}
        error={problems.name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          mend('name')
        }}
      />
      <AvatarPicker legend={t('auth:guest.avatar')} chosen={avatar} onChoose={setAvatar} size={44} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        {t('auth:guest.submit')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('auth:guest.back')}
      </Button>
    </form>
  )
}
