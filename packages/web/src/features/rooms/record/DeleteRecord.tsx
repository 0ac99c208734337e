import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { RecordPage } from '@rodada/contract/rooms/record'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import classes from './Record.module.css'
import type { RecordSource } from './record-source.ts'

type Props = { source: RecordSource; room: RecordPage['room']; onDeleted: () => void; onClose: () => void }

const same = (one: string, other: string): boolean => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()

/** Asks for the room's name before the record is gone for everybody, and says what goes and what stays. */
export function DeleteRecord({ source, room, onDeleted, onClose }: Props) {
  const [name, setName] = useState('')
  const check = (): Record<string, string> => (same(name, room.roomName) ? {} : { name: t('record:delete.other', { name: room.roomName }) })
  const send = async () => {
    await source.remove()
    toast(t('record:delete.done'))
    onDeleted()
    onClose()
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <Dialog title={t('record:delete.title')} onClose={onClose}>
      <form ref={form} className={classes.form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <p>{t('record:delete.loses')}</p>
        <p>{t(room.open ? 'record:delete.staysOpen' : 'record:delete.stays')}</p>
        <FormProblem text={problem} />
        <TextInput
          label={t('record:delete.field', { name: room.roomName })}
          name="name"
          autoComplete="off"
          maxLength={limits.roomName}
          value={name}
          error={problems.name}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            mend('name')
          }}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="danger" loading={sending}>
            {t('record:delete.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
