import { Button, TextInput } from '@mantine/core'
import { authApi } from '@rodada/contract/auth'
import { avatars } from '@rodada/contract/avatars'
import { limits } from '@rodada/contract/limits'
import type { Avatar } from '@rodada/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { read, readUserData, write } from '../../lib/storage.ts'
import { useForm } from '../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { toast } from '../../ui/feedback.tsx'
import { AvatarPicker } from './AvatarPicker.tsx'
import { profileQuery } from './api.ts'
import classes from './ProfileModal.module.css'
import { storeAvatar, storeUser } from './session.ts'

const drawn = (value: string | null | undefined): Avatar | null => avatars.find((avatar) => avatar === value) ?? null

/** 'Meu Perfil': one's name and tile, as everybody sees them. */
export function ProfileModal({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [user] = useState(() => queryClient.getQueryData(profileQuery.queryKey))
  const [name, setName] = useState(user?.name ?? readUserData()?.name ?? '')
  const [avatar, setAvatar] = useState(drawn(user?.avatar_url ?? read('userAvatar')))
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('auth:profile.nameRequired') } : {})
  const send = async () => {
    const changed = await call(authApi.updateProfile, { body: { name: name.trim(), ...(avatar ? { avatar_url: avatar } : {}) } })
    storeUser(changed)
    storeAvatar(changed)
    write('userName', changed.name)
    queryClient.setQueryData(profileQuery.queryKey, changed)
    // One's name and tile also stand in what has been fetched of others: boards, activity, people.
    void queryClient.invalidateQueries()
    toast(t('auth:profile.saved'))
    onClose()
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <Dialog title={t('auth:profile.title')} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <TextInput
          name="name"
          label={t('auth:fields.name')}
          value={name}
          error={problems.name}
          autoComplete="name"
          maxLength={limits.personName}
          onChange={(event) => {
            setName(event.currentTarget.value)
            mend('name')
          }}
          data-autofocus
        />
        <AvatarPicker legend={t('auth:avatar.group')} chosen={avatar} onChoose={setAvatar} size={56} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('auth:profile.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
