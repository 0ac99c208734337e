import { Button } from '@mantine/core'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { writableBoardsQuery } from '../../lib/call/board-queries.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { useDraft } from '../../lib/device/use-draft.ts'
import { useForm } from '../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../ui/dialog/Dialog.tsx'
import { BoardField } from '../../ui/fields/BoardField.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import classes from '../../ui/fields/fields.module.css'
import { useFirstField } from '../../ui/fields/use-first-field.ts'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { toast } from '../../ui/states/feedback.tsx'

/** 'Reportar bug': a card with the label of bugs, on a board that one chooses. */
export function BugModal({ onClose }: { onClose: () => void }) {
  const { data: boards, error } = useQuery(writableBoardsQuery)
  return (
    <Dialog title={t('admin:bug.title')} onClose={onClose}>
      {error && !boards && <FormProblem text={error.message} />}
      {!boards && !error && <p role="status">{t('loading')}</p>}
      {boards?.length === 0 && (
        <>
          <p className={classes.lead}>{t('admin:bug.noBoards')}</p>
          <DialogActions onCancel={onClose}>
            <LinkButton variant="filled" to="/admin-dashboard" search={{ ver: 'quadros', criar: 'sim' }}>
              {t('admin:bug.createBoard')}
            </LinkButton>
          </DialogActions>
        </>
      )}
      {boards && boards.length > 0 && <Form boards={boards} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ boards, onClose }: { boards: BoardSummary[]; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [fields, change, forget] = useDraft('admin.bug', { title: '', description: '' })
  const [board, setBoard] = useState(boards[0]?.id ?? 0)
  const send = async () => {
    try {
      const card = await call(adminApi.reportBug, { body: { ...fields, title: fields.title.trim(), board_id: board } })
      forget()
      void client.invalidateQueries({ queryKey: ['admin'] })
      const open = () => void navigate({ to: '/board/$boardId', params: { boardId: String(board) }, search: { card: String(card.id) } })
      toast(t('admin:bug.done', { title: card.title }), { action: { label: t('admin:bug.open'), run: open } })
      onClose()
    } catch (reason) {
      if (reason instanceof CallError && Object.keys(reason.fields).length > 0) throw reason
      throw new Error(reason instanceof CallError ? `${t('admin:bug.failed')}: ${reason.message}` : t('admin:bug.failed'))
    }
  }
  const check = (): Record<string, string> => (fields.title.trim() === '' ? { title: t('texts:cardTitleRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  useFirstField(form)
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <p className={classes.hint}>{t('admin:bug.text')}</p>
      <FormProblem text={problem} />
      <Field label={t('admin:bug.name')} problem={problems.title}>
        {(control) => (
          <input
            {...control}
            name="title"
            className={classes.input}
            placeholder={t('admin:bug.nameExample')}
            value={fields.title}
            maxLength={limits.cardTitle}
            autoComplete="off"
            required
            data-autofocus
            onChange={(event) => {
              change({ title: event.currentTarget.value })
              mend('title')
            }}
          />
        )}
      </Field>
      <Field label={t('admin:bug.description')} problem={problems.description}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            className={classes.area}
            placeholder={t('admin:bug.descriptionExample')}
            value={fields.description}
            maxLength={limits.cardDescription}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <BoardField label={t('admin:bug.board')} boards={boards} chosen={board} problem={problems.board_id} onChoose={setBoard} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="filled" loading={sending}>
          {t('admin:bug.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}
