import { Button, TextInput } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/boards'
import { defaultBoardColor } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { ColorChoice } from '../../../ui/fields/ColorChoice.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import classes from './CreateBoardModal.module.css'

/** A new board; it opens as soon as it exists. */
export function CreateBoardModal({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [color, setColor] = useState<string>(defaultBoardColor)
  const [isPublic, setPublic] = useState(false)

  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:boardTitleRequired') } : {})
  const send = async () => {
    try {
      const board = await call(boardsApi.create, { body: { title: title.trim(), description, color, is_public: isPublic } })
      void queryClient.invalidateQueries({ queryKey: ['boards'] })
      await navigate({ to: '/board/$boardId', params: { boardId: String(board.id) } })
    } catch (reason) {
      if (reason instanceof CallError && Object.keys(reason.fields).length > 0) throw reason
      throw new Error(reason instanceof CallError ? `${t('dashboard:create.failed')}: ${reason.message}` : t('dashboard:create.failed'))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <Dialog title={t('dashboard:create.title')} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <div className={classes.name}>
          <Swatch color={color} size={40} />
          <TextInput
            name="title"
            label={t('dashboard:create.name')}
            placeholder={t('dashboard:create.nameExample')}
            value={title}
            error={problems.title}
            maxLength={limits.boardTitle}
            autoComplete="off"
            required
            withAsterisk={false}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              mend('title')
            }}
            data-autofocus
          />
        </div>
        <div className={classes.field}>
          <label htmlFor={id}>
            {t('dashboard:create.description')} <span>({t('dashboard:create.optional')})</span>
          </label>
          <textarea
            id={id}
            name="description"
            rows={3}
            value={description}
            maxLength={limits.boardDescription}
            aria-invalid={problems.description !== undefined}
            aria-describedby={problems.description ? `${id}-problem` : undefined}
            onChange={(event) => {
              setDescription(event.currentTarget.value)
              mend('description')
            }}
          />
          {problems.description && (
            <p id={`${id}-problem`} className={classes.problem}>
              {problems.description}
            </p>
          )}
        </div>
        <ColorChoice label={t('dashboard:create.color')} value={color} onChange={setColor} />
        <Switch label={t('dashboard:create.public')} hint={t('dashboard:create.publicHint')} checked={isPublic} onChange={setPublic} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('dashboard:create.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
