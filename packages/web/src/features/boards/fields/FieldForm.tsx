import { Button } from '@mantine/core'
import { type BoardField, boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { fieldTypes } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { isStale } from '../../../lib/text/stale-text.ts'
import { DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { useBoard } from '../session/use-board.ts'
import own from './Fields.module.css'
import { firstOptions, isNameless, type OptionDraft, OptionFields } from './OptionFields.tsx'

/** A field that is made, or changed: its type stays what it was made as. */
export function FieldForm({ field, onClose }: { field: BoardField | null; onClose: () => void }) {
  const { boardId, sync } = useBoard()
  const [base, setBase] = useState(field)
  const [name, setName] = useState(field?.name ?? '')
  const [type, setType] = useState<FieldType>(field?.type ?? 'text')
  const [onCard, setOnCard] = useState(field?.on_card ?? true)
  const [options, setOptions] = useState<readonly OptionDraft[]>(field?.options ?? firstOptions)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [checked, setChecked] = useState(false)
  const id = useId()
  // A new row that nobody named is none.
  const named = options.filter((option) => option.name.trim() !== '')

  const send = () => {
    const body = { name: name.trim(), on_card: onCard, ...(type === 'choice' && { options: named.map(sentOption) }) }
    if (!base) return call(boardFieldsApi.add, { params: { boardId }, body: { ...body, type } })
    return call(boardFieldsApi.update, { params: { boardId, fieldId: base.id }, body: { ...body, version: base.version } })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return document.getElementById(`${id}-name`)?.focus()
    const nameless = options.find(isNameless)
    setChecked(nameless !== undefined)
    if (nameless) return event.currentTarget.querySelector<HTMLElement>(`[name="option-${nameless.id}"]`)?.focus()
    setSending(true)
    setProblem(null)
    try {
      await send()
      void sync.refresh()
      if (!base) announce(t('fields:created', { name: name.trim() }))
      onClose()
    } catch (reason) {
      if (isStale(reason)) {
        // What somebody else made of the options cannot be joined with these: it is shown, and what is saved then is meant.
        const now = reason.current as BoardField
        setBase(now)
        setName(now.name)
        setOptions(now.options)
        setProblem(t('fields:changed'))
      } else setProblem(reason instanceof Error ? reason.message : t('fields:problem'))
    } finally {
      setSending(false)
    }
  }
  return (
    <form className={own.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <div className={own.pair}>
        <div className={classes.field}>
          <label htmlFor={`${id}-name`}>{t('fields:name')}</label>
          <input
            id={`${id}-name`}
            className={classes.input}
            value={name}
            maxLength={limits.fieldName}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}-type`}>{t('fields:type')}</label>
          <select
            id={`${id}-type`}
            className={classes.select}
            value={type}
            disabled={base !== null}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setType(event.currentTarget.value as FieldType)}
          >
            {fieldTypes.map((known) => (
              <option key={known} value={known}>
                {t(`fields:types.${known}`)}
              </option>
            ))}
          </select>
          <p id={`${id}-hint`} className={classes.hint}>
            {t('fields:typeFixed')}
          </p>
        </div>
      </div>
      {type === 'choice' && <OptionFields options={options} onChange={setOptions} isNew={base === null} isChecked={checked} />}
      <Switch checked={onCard} label={t('fields:onCard')} hint={t('fields:onCardHint')} onChange={setOnCard} />
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending} disabled={name.trim() === ''}>
          {t(base ? 'fields:save' : 'fields:create')}
        </Button>
      </DialogActions>
    </form>
  )
}

const sentOption = ({ id, name, color }: OptionDraft) => ({ ...(id !== undefined && { id }), name: name.trim(), color })
