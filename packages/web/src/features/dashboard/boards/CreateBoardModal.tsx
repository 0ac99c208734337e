import { Button, TextInput } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { defaultBoardColor, readyTemplates } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { ColorChoice } from '../../../ui/fields/ColorChoice.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { CopyProgress } from '../../../ui/states/CopyProgress.tsx'
import { templatesQuery } from '../api.ts'
import classes from './CreateBoardModal.module.css'

const idOf = (template: string) => readyTemplates.find((ready) => ready === template) ?? Number(template)

/** A new board; it opens as soon as it exists. */
export function CreateBoardModal({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [chosen, setColor] = useState<string | null>(null)
  const [isPublic, setPublic] = useState(false)
  /** A ready template by its name, another board by its id; '' for an empty board. */
  const [template, setTemplate] = useState('')
  const { data: templates = [] } = useQuery(templatesQuery)

  // A board has the colour of its template until one is chosen.
  const color = chosen ?? templates.find(({ id: each }) => String(each) === template)?.color ?? defaultBoardColor

  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:boardTitleRequired') } : {})
  const send = async () => {
    try {
      const board = await call(boardsApi.create, {
        body: { title: title.trim(), description, color, is_public: isPublic, ...(template !== '' && { template_id: idOf(template) }) },
      })
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
        <div className={classes.field}>
          <label htmlFor={`${id}-template`}>{t('dashboard:create.template')}</label>
          <select
            id={`${id}-template`}
            name="template_id"
            className={fields.select}
            value={template}
            aria-invalid={problems.template_id !== undefined || undefined}
            aria-describedby={problems.template_id ? `${id}-template-problem` : undefined}
            onChange={(event) => {
              setTemplate(event.currentTarget.value)
              mend('template_id')
            }}
          >
            <option value="">{t('dashboard:create.empty')}</option>
            {templates.length > 0 && (
              <optgroup label={t('dashboard:create.ownTemplates')}>
                {templates.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.title}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label={t('dashboard:create.readyTemplates')}>
              {readyTemplates.map((ready) => (
                <option key={ready} value={ready}>
                  {t(`dashboard:create.ready.${ready}`)}
                </option>
              ))}
            </optgroup>
          </select>
          {problems.template_id && (
            <p id={`${id}-template-problem`} className={classes.problem}>
              {problems.template_id}
            </p>
          )}
        </div>
        <ColorChoice label={t('dashboard:create.color')} value={color} onChange={setColor} />
        <Switch label={t('dashboard:create.public')} hint={t('dashboard:create.publicHint')} checked={isPublic} onChange={setPublic} />
        {sending && template !== '' && <CopyProgress label={(done, count) => t('dashboard:create.copying', { done, count })} />}
        <p className={fields.hint}>
          <Link to="/trazer">{t('dashboard:bringBoard')}</Link>
        </p>
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('dashboard:create.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
