import { Button } from '@mantine/core'
import { authApi } from '@rodada/contract/auth/auth'
import { avatars } from '@rodada/contract/auth/avatars'
import type { Avatar } from '@rodada/contract/auth/people'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { profileQuery, storeAvatar, storeUser } from '../../lib/call/account.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { read, write } from '../../lib/device/storage.ts'
import { AvatarPicker } from '../../ui/fields/AvatarPicker.tsx'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { alertDialog } from '../../ui/states/feedback.tsx'
import classes from './AvatarScreen.module.css'
import { PanelPage } from './PanelPage.tsx'

const route = getRouteApi('/avatar')

/** Choice among the eight tiles, then on to the room that waits or to the dashboard. */
export function AvatarScreen() {
  const { roomId } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Avatar | null>(() => avatars.find((avatar) => avatar === read('userAvatar')) ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return alertDialog(t('auth:avatar.missing'))
    setProblem(null)
    setSending(true)
    write('userAvatar', chosen)
    try {
      const user = await call(authApi.updateProfile, { body: { avatar_url: chosen } })
      storeUser(user)
      storeAvatar(user)
      queryClient.setQueryData(profileQuery.queryKey, user)
    } catch (reason) {
      setSending(false)
      // After a 401 the login screen is on its way and speaks for itself.
      if (!(reason instanceof CallError && reason.status === 401))
        setProblem(reason instanceof Error ? reason.message : t('errors.unknown'))
      return
    }
    if (!roomId) return navigate({ to: '/dashboard' })
    write('currentRoom', roomId)
    return navigate({ to: '/votacao/$roomId', params: { roomId } })
  }
  return (
    <PanelPage title={t('auth:avatar.title')} lead={t('auth:avatar.lead')}>
      <form onSubmit={submit} className={classes.form}>
        <FormProblem text={problem} />
        <AvatarPicker legend={t('auth:avatar.group')} hideLegend chosen={chosen} onChoose={setChosen} size={64} />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
          {t('auth:avatar.submit')}
        </Button>
      </form>
    </PanelPage>
  )
}
