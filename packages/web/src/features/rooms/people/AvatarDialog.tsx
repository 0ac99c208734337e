import { Button } from '@mantine/core'
import { avatars } from '@rodada/contract/auth/avatars'
import type { Avatar } from '@rodada/contract/auth/people'
import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { readUserData, remove, write } from '../../../lib/device/storage.ts'
import { rememberRoom } from '../../../lib/seated-room.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { AvatarPicker } from '../../../ui/fields/AvatarPicker.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import classes from './AvatarDialog.module.css'

/** Another tile at this table, for guests as for accounts, who have the way back to the picture of their profile. */
export function AvatarDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const session = useRoomSession()
  const shown = useRoom((state) => state.users.find(({ id }) => id === state.me?.id)?.avatar)
  const [chosen, setChosen] = useState<Avatar | null>(() => avatars.find((avatar) => avatar === shown) ?? null)
  const [busy, setBusy] = useState(false)
  const account = hasSession() ? readUserData() : null
  const choose = async (avatar: Avatar | null) => {
    setBusy(true)
    const accepted = await session.changeAvatar(avatar)
    setBusy(false)
    if (!accepted) return
    // The next join says it again, after a reload too.
    const kept = avatar ?? account?.avatar
    if (kept) write('userAvatar', kept)
    else remove('userAvatar')
    rememberRoom(code)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) void choose(chosen)
  }
  return (
    <Dialog title={t('rooms:avatar.title')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <AvatarPicker legend={t('rooms:avatar.title')} hideLegend chosen={chosen} onChoose={setChosen} size={56} />
        <DialogActions onCancel={onClose}>
          {account && shown !== account.avatar && (
            <Button disabled={busy} onClick={() => void choose(null)}>
              {t('rooms:avatar.own')}
            </Button>
          )}
          <Button type="submit" variant="filled" loading={busy} disabled={chosen === null}>
            {t('rooms:avatar.change')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
