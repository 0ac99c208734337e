import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { CopyProgress } from '../../../ui/states/CopyProgress.tsx'
import { useBoardPart } from '../session/board-session.ts'

/** Copies the board that is on screen; the copy opens as soon as it is whole. */
export function CopyBoardModal({ onClose }: { onClose: () => void }) {
  const frame = useBoardPart((board) => board.frame, null)
  const id = useId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [title, setTitle] = useState<string>(() =>
    t('boardDialogs:copy.named', { board: frame?.title.slice(0, limits.boardTitle - 20) ?? '' }),
  )
  const [cards, setCards] = useState(true)
  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:boardTitleRequired') } : {})
  const send = async () => {
    try {
      const board = await call(boardsApi.copy, { params: { boardId: frame?.id ?? 0 }, body: { title: title.trim(), cards } })
      void queryClient.invalidateQueries({ queryKey: ['boards'] })
      await navigate({ to: '/board/$boardId', params: { boardId: String(board.id) } })
    } catch (reason) {
      if (reason instanceof CallError && Object.keys(reason.fields).length > 0) throw reason
      throw new Error(reason instanceof CallError ? `${t('boardDialogs:copy.failed')}: ${reason.message}` : t('boardDialogs:copy.failed'))
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <Dialog title={t('boardDialogs:copy.title')} onClose={onClose}>
      <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate>
        <FormProblem text={problem} />
        <div className={classes.field}>
          <label htmlFor={`${id}-title`}>{t('boardDialogs:copy.name')}</label>
          <input
            id={`${id}-title`}
            name="title"
            className={classes.input}
            value={title}
            maxLength={limits.boardTitle}
            autoComplete="off"
            data-autofocus
            aria-invalid={problems.title !== undefined || undefined}
            aria-describedby={problems.title ? `${id}-problem` : undefined}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              mend('title')
            }}
          />
          {problems.title && (
            <p id={`${id}-problem`} className={classes.problem}>
              {problems.title}
            </p>
          )}
        </div>
        <Switch label={t('boardDialogs:copy.cards')} hint={t('boardDialogs:copy.cardsHint')} checked={cards} onChange={setCards} />
        <p className={classes.hint}>{t('boardDialogs:copy.hint')}</p>
        {sending && <CopyProgress label={(done, count) => t('boardDialogs:copy.progress', { done, count })} />}
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit" loading={sending}>
            {t('boardDialogs:copy.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
