import { Button } from '@mantine/core'
import { priorities } from '@rodada/contract/boards/settings'
import { type CardTemplate, cardTemplatesApi } from '@rodada/contract/cards/templates'
import type { Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type FormEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { isStale } from '../../../lib/text/stale-text.ts'
import { DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { Skeleton } from '../../../ui/states/Skeleton.tsx'
import { useBoard } from '../session/use-board.ts'
import { ChecklistInputs } from './ChecklistInputs.tsx'
import { FieldInputs } from './FieldInputs.tsx'
import { PeopleInputs } from './PeopleInputs.tsx'
import { draftOf, emptyDraft, sentTemplate, type TemplateDraft, wrongIn } from './template-draft.ts'

/** Reads a template, and changes it. */
export function EditTemplate({ templateId, onClose }: { templateId: number; onClose: () => void }) {
  const { boardId } = useBoard()
  const { data, error, refetch } = useQuery({
    queryKey: ['board', boardId, 'card-template', templateId],
    queryFn: ({ signal }) => call(cardTemplatesApi.get, { params: { boardId, templateId }, signal }),
    // What is being written is not replaced; a late save says so.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return error ? <ErrorState level={3} onRetry={() => void refetch()} /> : <Skeleton height="15rem" />
  return <TemplateForm template={data} onClose={onClose} />
}

/** A template that is made, or changed. */
export function TemplateForm({ template, onClose }: { template: CardTemplate | null; onClose: () => void }) {
  const { boardId, sync, labels, fields } = useBoard()
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState<TemplateDraft>(() => (template ? draftOf(template) : emptyDraft))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = (part: Partial<TemplateDraft>) => setDraft((now) => ({ ...now, ...part }))

  const send = () => {
    const body = sentTemplate(draft, fields)
    if (!base) return call(cardTemplatesApi.add, { params: { boardId }, body })
    return call(cardTemplatesApi.update, { params: { boardId, templateId: base.id }, body: { ...body, version: base.version } })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = wrongIn(draft, fields)
    setWrong(found)
    if (found[0]) return form.current?.querySelector<HTMLElement>(`[name="${found[0]}"]`)?.focus()
    setSending(true)
    setProblem(null)
    try {
      await send()
      void sync.refresh()
      announce(t('cardTemplates:saved', { name: draft.name.trim() }))
      onClose()
    } catch (reason) {
      if (isStale(reason)) {
        // What is typed stays: saved again it is meant, also over what the other wrote.
        setBase(reason.current as CardTemplate)
        setProblem(t('cardTemplates:changed'))
      } else setProblem(reason instanceof Error ? reason.message : t('cardTemplates:problem'))
      form.current?.scrollIntoView({ block: 'start' })
    } finally {
      setSending(false)
    }
  }
  const problemOf = (name: string, text: string) => (wrong.includes(name) ? text : undefined)
  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <Field label={t('cardTemplates:name')} problem={problemOf('name', t('texts:templateNameRequired'))}>
        {(control) => (
          <input
            {...control}
            name="name"
            className={classes.input}
            value={draft.name}
            maxLength={limits.templateName}
            autoComplete="off"
            data-autofocus
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
            autoFocus
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('cardTemplates:cardTitle')} hint={t('cardTemplates:cardTitleHint')}>
        {(control) => (
          <input
            {...control}
            className={classes.input}
            value={draft.title}
            maxLength={limits.cardTitle}
            autoComplete="off"
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('cardTemplates:description')}>
        {(control) => (
          <textarea
            {...control}
            className={classes.area}
            value={draft.description}
            maxLength={limits.fullDescription}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <ChecklistInputs checklists={draft.checklists} onChange={(checklists) => change({ checklists })} />
      {labels.length > 0 && (
        <fieldset className={classes.field}>
          <legend>{t('cardTemplates:labels')}</legend>
          <div className={classes.chips}>
            {labels.map(({ id, name, color }) => (
              <label key={id} className={classes.chip} style={{ '--c': color } as CSSProperties}>
                <input
                  type="checkbox"
                  checked={draft.labelIds.includes(id)}
                  onChange={(event) =>
                    change({ labelIds: event.currentTarget.checked ? [...draft.labelIds, id] : draft.labelIds.filter((one) => one !== id) })
                  }
                />
                <i />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field label={t('cardTemplates:priority')}>
        {(control) => (
          <select
            {...control}
            className={classes.select}
            value={draft.priority}
            onChange={(event) => change({ priority: event.currentTarget.value as Priority })}
          >
            {priorities.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority.${priority}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={classes.pair}>
        {(['estimate', 'hours'] as const).map((number) => (
          <Field
            key={number}
            label={t(`cardTemplates:${number}`)}
            problem={problemOf(number, t(number === 'hours' ? 'texts:hoursInvalid' : 'texts:estimateInvalid'))}
          >
            {(control) => (
              <input
                {...control}
                name={number}
                className={classes.input}
                inputMode="decimal"
                value={draft[number]}
                autoComplete="off"
                onChange={(event) => change({ [number]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <PeopleInputs draft={draft} onChange={change} />
      {fields.length > 0 && <FieldInputs draft={draft} wrong={wrong} onChange={change} />}
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending}>
          {t(base ? 'cardTemplates:save' : 'cardTemplates:create')}
        </Button>
      </DialogActions>
    </form>
  )
}
