import { Button } from '@mantine/core'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { emptyItem, keepNewItem } from '../../../ui/kanban/new-item.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton } from '../../../ui/states/Skeleton.tsx'
import { useBoardUi } from '../session/board-ui.ts'
import { useBoard } from '../session/use-board.ts'
import { TemplateFacts } from './TemplateFacts.tsx'
import own from './Templates.module.css'
import { useTemplates } from './templates-query.ts'

type Props = {
  listId: number
  /** What was written of the card already, and under what name that is kept. */
  written: string
  draft: string
  onClose: () => void
}

/** Creates a card of a list from a template: the arrows choose one, Enter creates. */
export function FromTemplateModal({ listId, written, draft, onClose }: Props) {
  const { boardId, sync, lists } = useBoard()
  const { kanban, open } = useBoardUi()
  const { data, error, refetch } = useTemplates()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [typed, setTyped] = useState<string | null>(written.trim() || null)
  const name = useId()
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0]
  // The person goes on behind what the template begins with.
  const title = typed ?? (chosen?.title ? `${chosen.title} ` : '')
  const list = lists.find(({ id }) => id === listId)?.title ?? ''

  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:cardTitleRequired') } : {})
  const send = async () => {
    if (!chosen) return
    const body = { template_id: chosen.id, title: title.trim() }
    const { key } = await call(cardTemplatesApi.use, { params: { boardId, listId }, body })
    if (written !== '') keepNewItem(draft, emptyItem)
    kanban.revealLast(listId)
    await sync.refresh()
    toast(t('cardTemplates:use.created', { key, name: chosen.name }))
    onClose()
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  const manage = () => open({ kind: 'cardTemplates' })
  return (
    <Dialog title={t('cardTemplates:use.title', { list })} size={480} onClose={onClose}>
      {data === undefined ? (
        error ? (
          <ErrorState level={3} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="10rem" />
        )
      ) : data.length === 0 ? (
        <>
          <EmptyState art="board" title={t('cardTemplates:none')} text={t('cardTemplates:noneText')} />
          <DialogActions onCancel={onClose}>
            <Button variant="filled" onClick={manage} data-autofocus autoFocus>
              {t('cardTemplates:new')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate>
          <FormProblem text={problem} />
          <fieldset className={classes.field}>
            <legend>{t('cardTemplates:use.template')}</legend>
            <div className={own.choices}>
              {data.map((template) => (
                <label key={template.id} className={own.choice}>
                  <input
                    type="radio"
                    name={name}
                    checked={template.id === chosen?.id}
                    data-autofocus={template.id === chosen?.id || undefined}
                    // The list comes after its dialog, which then has the focus elsewhere.
                    autoFocus={template.id === chosen?.id}
                    onChange={() => setChosenId(template.id)}
                  />
                  {template.name}
                  <TemplateFacts template={template} />
                </label>
              ))}
            </div>
          </fieldset>
          <Field label={t('cardTemplates:cardTitle')} problem={problems.title}>
            {(control) => (
              <input
                {...control}
                name="title"
                className={classes.input}
                value={title}
                maxLength={limits.cardTitle}
                autoComplete="off"
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  mend('title')
                }}
              />
            )}
          </Field>
          <Button className={own.manage} variant="subtle" onClick={manage}>
            {t('cardTemplates:use.manage')}
          </Button>
          <DialogActions onCancel={onClose}>
            <Button variant="filled" type="submit" loading={sending}>
              {t('cardTemplates:use.submit')}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
