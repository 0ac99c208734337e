import { Button } from '@mantine/core'
import type { User } from '@rodada/contract/auth/people'
import { type CsvTarget, csvTargets, undoImportDays } from '@rodada/contract/boards/import-settings'
import { type Import, importsApi } from '@rodada/contract/boards/imports'
import { workStatuses } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import fields from '../../ui/fields/fields.module.css'
import { Figures } from '../../ui/page/Figures.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { importQuery, peopleQuery } from './api.ts'
import classes from './Imports.module.css'
import { LeftOut } from './LeftOut.tsx'
import { problemsOf, TrelloFiles } from './TrelloFiles.tsx'
import { useMatching } from './use-matching.ts'

type Plan = NonNullable<Import['plan']>
/** As many rows of a list as anybody looks through; the others come as they are planned. */
const mostRows = 100

/** What will come, what each list means and who is who, before anything is written. */
export function FirstLook({ data }: { data: Import }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { lists, people, columns, choose, forget } = useMatching(data.id)
  const [trello, setTrello] = useState({ key: '', token: '' })
  const [trelloProblems, setTrelloProblems] = useState<ReturnType<typeof problemsOf>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const { plan } = data
  if (!plan) return null
  const { totals } = plan
  const figures = [
    { key: 'cards', label: t('imports:figures.cards'), value: format.integer(totals.cards) },
    { key: 'comments', label: t('imports:figures.comments'), value: format.integer(totals.comments) },
    { key: 'attachments', label: t('imports:figures.attachments'), value: format.integer(totals.attachments) },
    { key: 'moves', label: t('imports:figures.moves'), value: format.integer(totals.moves) },
  ]
  /** Resolves to whether it was accepted. */
  const act = async (work: () => Promise<Import>): Promise<boolean> => {
    setProblem(null)
    setSending(true)
    try {
      const next = await work()
      forget()
      queryClient.setQueryData(importQuery(data.id).queryKey, next)
      return true
    } catch (reason) {
      setProblem(reason instanceof CallError ? reason.message : t('imports:failed'))
      return false
    } finally {
      setSending(false)
    }
  }
  const params = { importId: data.id }
  const run = async () => {
    const wrong = problemsOf(trello)
    setTrelloProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    const more = { ...(Object.keys(columns).length > 0 && { fields: columns }), ...(trello.key !== '' && { trello }) }
    await act(() => call(importsApi.run, { params, body: { lists, people, ...more } }))
  }
  const cancel = async () => {
    if (await act(() => call(importsApi.cancel, { params }))) await navigate({ to: '/trazer', search: {} })
  }
  return (
    <>
      <FormProblem text={problem} />
      {plan.board.exists !== null && <p className={classes.note}>{t('imports:look.exists', { board: plan.board.title })}</p>}
      <Figures label={t('imports:figures.label')} figures={figures} />
      <div className={classes.grid}>
        <div>
          {plan.columns.length > 0 && <Columns plan={plan} chosen={columns} onChoose={(id, to) => choose('columns', id, to)} />}
          <Lists plan={plan} chosen={lists} onChoose={(id, to) => choose('lists', id, to)} />
          <Sprints plan={plan} />
          <LeftOut warnings={data.warnings} title={t('imports:look.leftOut')} />
        </div>
        <div>
          <People plan={plan} chosen={people} onChoose={(id, to) => choose('people', id, to)} />
          {totals.files > 0 && <TrelloFiles count={totals.files} access={trello} problems={trelloProblems} onChange={setTrello} />}
        </div>
      </div>
      <div className={classes.foot}>
        <p>{t('imports:look.undoable', { days: undoImportDays })}</p>
        <Button variant="subtle" onClick={() => void cancel()} disabled={sending}>
          {t('cancel')}
        </Button>
        <Button variant="filled" onClick={() => void run()} loading={sending}>
          {t('imports:look.submit', { count: totals.cards, number: format.integer(totals.cards) })}
        </Button>
      </div>
    </>
  )
}

type Choosing<Value> = { plan: Plan; chosen: Record<string, Value>; onChoose: (id: string, value: Value) => void }

function Lists({ plan, chosen, onChoose }: Choosing<WorkStatus>) {
  return (
    <Panel title={t('imports:look.lists', { count: plan.lists.length })}>
      <ul className={classes.rows}>
        {plan.lists.slice(0, mostRows).map(({ id, title, status, archived, cards }) => (
          <li key={id} className={classes.list}>
            <b>
              {title}
              {archived && <small>{t('imports:look.archived')}</small>}
            </b>
            <span className={classes.count}>{format.integer(cards)}</span>
            <select
              className={fields.select}
              aria-label={t('imports:look.statusOf', { list: title })}
              value={chosen[id] ?? status}
              onChange={(event) => onChoose(id, workStatuses.find((known) => known === event.currentTarget.value) ?? status)}
            >
              {workStatuses.map((known) => (
                <option key={known} value={known}>
                  {t(`status.${known}`)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Sprints({ plan }: { plan: Plan }) {
  if (plan.sprints.length === 0) return null
  return (
    <Panel title={t('imports:look.sprints', { count: plan.sprints.length })}>
      <ul className={classes.rows}>
        {plan.sprints.slice(0, mostRows).map(({ id, name, status, starts_on, ends_on, guessed, cards }) => {
          const days = t('imports:look.sprintDays', { from: format.numericDay(starts_on), to: format.numericDay(ends_on) })
          return (
            <li key={id} className={classes.list}>
              <b>
                {name}
                <small>{guessed ? `${days}, ${t('imports:look.guessed')}` : days}</small>
              </b>
              <span className={classes.count}>{format.integer(cards)}</span>
              <span>{t(`imports:look.sprintStatus.${status}`)}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function People({ plan, chosen, onChoose }: Choosing<number | null>) {
  const { data: others = [] } = useQuery(peopleQuery)
  // Who shares no board with anybody may still be in the file.
  const me = useQuery<User>({ queryKey: ['profile'], queryFn: skipToken }).data
  const known = me && !others.some(({ id }) => id === me.id) ? [me, ...others] : others
  const found = plan.people.filter(({ user_id }) => user_id !== null).length
  if (plan.people.length === 0) return null
  return (
    <Panel title={t('imports:look.people', { count: plan.people.length })} note={t('imports:look.found', { count: found })}>
      <ul className={classes.rows}>
        {plan.people.slice(0, mostRows).map(({ id, name, email, user }) => {
          const options = user && !known.some((person) => person.id === user.id) ? [user, ...known] : known
          const value = chosen[id] === undefined ? (user?.id ?? null) : chosen[id]
          return (
            <li key={id} className={classes.person}>
              <b>
                {name}
                <small>{email ?? t('imports:look.noEmail')}</small>
              </b>
              <select
                className={fields.select}
                aria-label={t('imports:look.accountOf', { name })}
                value={value ?? ''}
                onChange={(event) => onChoose(id, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
              >
                <option value="">{t('imports:look.asText')}</option>
                {options.map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
      {found < plan.people.length && <p className={classes.note}>{t('imports:look.inviteLater')}</p>}
    </Panel>
  )
}

function Columns({ plan, chosen, onChoose }: Choosing<CsvTarget>) {
  return (
    <Panel title={t('imports:look.columns', { count: plan.columns.length })}>
      <ul className={classes.rows}>
        {plan.columns.slice(0, mostRows).map(({ id, name, target, samples }) => (
          <li key={id} className={classes.person}>
            <b>
              {name || t('imports:look.unnamed')}
              <small>{samples.join(' · ')}</small>
            </b>
            <select
              className={fields.select}
              aria-label={t('imports:look.columnOf', { column: name })}
              value={chosen[id] ?? target}
              onChange={(event) => onChoose(id, csvTargets.find((known) => known === event.currentTarget.value) ?? target)}
            >
              {csvTargets.map((known) => (
                <option key={known} value={known}>
                  {t(`imports:targets.${known}`)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
