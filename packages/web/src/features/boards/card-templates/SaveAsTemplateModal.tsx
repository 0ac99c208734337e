import { Button } from '@mantine/core'
import type { Card } from '@rodada/contract/cards/cards'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { toast } from '../../../ui/states/feedback.tsx'

/** Keeps a template of a card on its board. */
export function SaveAsTemplateModal({ card, onClose }: { card: Pick<Card, 'id' | 'board_id' | 'title'>; onClose: () => void }) {
  const [name, setName] = useState(() => card.title.slice(0, limits.templateName).trim())
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('texts:templateNameRequired') } : {})
  const send = async () => {
    await call(cardTemplatesApi.add, { params: { boardId: card.board_id }, body: { name: name.trim(), card_id: card.id } })
    toast(t('cardTemplates:saved', { name: name.trim() }))
    onClose()
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <Dialog title={t('cardTemplates:saveAs.title')} onClose={onClose}>
      <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate>
        <FormProblem text={problem} />
        <Field label={t('cardTemplates:name')} hint={t('cardTemplates:saveAs.hint')} problem={problems.name}>
          {(control) => (
            <input
              {...control}
              name="name"
              className={classes.input}
              value={name}
              maxLength={limits.templateName}
              autoComplete="off"
              data-autofocus
              onChange={(event) => {
                setName(event.currentTarget.value)
                mend('name')
              }}
            />
          )}
        </Field>
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit" loading={sending}>
            {t('cardTemplates:saveAs.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
