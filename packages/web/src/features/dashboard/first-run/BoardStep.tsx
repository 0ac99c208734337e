import { Button, TextInput } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import classes from './FirstSteps.module.css'

/** The starts that are offered, each with how its lists are drawn; the other templates are behind 'Criar Quadro'. */
const starts = { kanban: [3, 2, 2, 1, 1], product: [4, 2, 2, 1, 1], empty: [0, 0, 0] } as const
type Start = keyof typeof starts

/** Step one: the board, with a name that can stay. */
export function BoardStep() {
  const client = useQueryClient()
  const [title, setTitle] = useState<string>(() => t('firstRun:board.name'))
  const [start, setStart] = useState<Start>('kanban')
  const group = useId()
  const check = (): Record<string, string> => (title.trim() === '' ? { title: t('texts:boardTitleRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    const body = { title: title.trim(), ...(start !== 'empty' && { template_id: start }) }
    const board = await call(boardsApi.create, { body })
    announce(t('firstRun:board.made', { title: board.title }))
    await client.invalidateQueries({ queryKey: ['boards'] })
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form} aria-label={t('firstRun:board.title')}>
      <FormProblem text={problem} />
      <TextInput
        name="title"
        label={t('firstRun:board.nameLabel')}
        value={title}
        error={problems.title}
        maxLength={limits.boardTitle}
        autoComplete="off"
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          mend('title')
        }}
      />
      <fieldset className={classes.starts} aria-label={t('firstRun:board.template')}>
        {(Object.keys(starts) as Start[]).map((each) => (
          <label key={each}>
            <input type="radio" name={group} checked={start === each} onChange={() => setStart(each)} />
            <span className={classes.mini} aria-hidden>
              {starts[each].map((cards, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lists of a drawing have nothing but their place.
                <i key={index} data-cards={cards} />
              ))}
            </span>
            <span>
              <b>{t(`firstRun:board.starts.${each}`)}</b>
              <small>{t(`firstRun:board.startTexts.${each}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="filled" loading={sending}>
        {t('firstRun:board.submit')}
      </Button>
    </form>
  )
}
