import { Button } from '@mantine/core'
import { tokenDays, tokensApi } from '@rodada/contract/auth/tokens'
import { limits } from '@rodada/contract/core/limits'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { type Problems, useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { BoardChoices } from './BoardChoices.tsx'
import classes from './programs.module.css'
import type { MadeToken } from './TokenOnce.tsx'

const lives = [7, 30, tokenDays.usual, 180, tokenDays.max] as const
const dayMs = 86_400_000
const scopes = ['read', 'write'] as const

/** Asks for a new token: what it is called, what it may, where, and for how long. */
export function NewTokenDialog({ onMade, onClose }: { onMade: (made: MadeToken) => Promise<void>; onClose: () => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<(typeof scopes)[number]>('read')
  const [everywhere, setEverywhere] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [days, setDays] = useState<number>(tokenDays.usual)
  const expiresAt = new Date(Date.now() + days * dayMs).toISOString()

  const check = (): Problems => ({
    ...(name.trim() === '' && { name: t('programs:form.nameRequired') }),
    ...(!everywhere && chosen.size === 0 && { board_ids: t('programs:form.boardsRequired') }),
  })
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    const boards = everywhere ? {} : { board_ids: [...chosen.keys()] }
    const { token } = await call(tokensApi.create, { body: { name, scope, expires_in_days: days, ...boards } })
    await onMade({ token, name: name.trim(), scope, boards: everywhere ? null : [...chosen.values()], expiresAt })
  })

  return (
    <Dialog title={t('programs:form.title')} size={480} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <Field label={t('programs:form.name')} hint={t('programs:form.nameHint')} problem={problems.name}>
          {(control) => (
            <input
              {...control}
              name="name"
              className={fields.input}
              value={name}
              maxLength={limits.tokenName}
              autoComplete="off"
              data-autofocus
              onChange={(event) => {
                setName(event.currentTarget.value)
                mend('name')
              }}
            />
          )}
        </Field>
        <fieldset className={classes.group}>
          <legend>{t('programs:form.scope')}</legend>
          {scopes.map((each) => (
            <Choice
              key={each}
              group={`${id}-scope`}
              title={t(`programs:scope.${each}`)}
              text={t(`programs:form.scopes.${each}`)}
              checked={scope === each}
              onChoose={() => setScope(each)}
            />
          ))}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('programs:columns.boards')}</legend>
          <Choice
            group={`${id}-where`}
            title={t('programs:form.some')}
            text={t('programs:form.someText')}
            checked={!everywhere}
            onChoose={() => setEverywhere(false)}
          />
          {!everywhere && (
            <BoardChoices
              chosen={chosen}
              problem={problems.board_ids}
              onChoose={(boards) => {
                setChosen(boards)
                mend('board_ids')
              }}
            />
          )}
          <Choice
            group={`${id}-where`}
            title={t('programs:form.all')}
            text={t('programs:form.allText')}
            checked={everywhere}
            onChoose={() => {
              setEverywhere(true)
              mend('board_ids')
            }}
          />
        </fieldset>
        <Field label={t('programs:form.life')} hint={t('programs:form.lifeHint', { date: format.date(expiresAt) })}>
          {(control) => (
            <select {...control} className={fields.select} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {lives.map((each) => (
                <option key={each} value={each}>
                  {t('programs:form.days', { count: each })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className={classes.ends}>{t('programs:form.ends')}</p>
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('programs:form.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ChoiceProps = { group: string; title: ReactNode; text: string; checked: boolean; onChoose: () => void }

function Choice({ group, title, text, checked, onChoose }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </label>
  )
}
