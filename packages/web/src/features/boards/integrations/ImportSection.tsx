import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type GithubImport, githubApi } from '@rodada/contract/integrations/github'
import { readRepository } from '@rodada/contract/integrations/settings'
import { IconBrandGithub } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type FormEvent, useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import classes from './Integrations.module.css'

/** How often a running import is asked how far it is, in milliseconds. */
const askEveryMs = 1000

/** Brings the issues of a repository into a list, and shows how far that is. */
export function ImportSection() {
  const { boardId } = useSession()
  const client = useQueryClient()
  const key = ['board', boardId, 'imports']
  const imports = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(githubApi.imports, { params: { boardId }, signal }),
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'running' ? askEveryMs : false),
    gcTime: 0,
  })
  const status = useQuery({ queryKey: ['github', 'status'], queryFn: ({ signal }) => call(githubApi.status, { signal }) })
  const last = imports.data?.[0]
  const show = (row: GithubImport) =>
    client.setQueryData<GithubImport[]>(key, (rows = []) => [row, ...rows.filter(({ id }) => id !== row.id)])
  const retry = () => {
    void imports.refetch()
    void status.refetch()
  }
  return (
    <section className={classes.section} aria-labelledby="import-title">
      <h3 id="import-title">
        <IconBrandGithub size={18} stroke={1.75} aria-hidden />
        {t('integrations:modal.import.title')}
      </h3>
      <p className={classes.lead}>{t('integrations:modal.import.lead')}</p>
      {(imports.isPending || status.isPending) && (
        <SkeletonGroup>
          <Skeleton height="2.5rem" />
        </SkeletonGroup>
      )}
      {(imports.isError || status.isError) && <ErrorState level={3} title={t('integrations:modal.loadProblem')} onRetry={retry} />}
      {last && <Progress row={last} onChange={show} />}
      {imports.data &&
        status.data &&
        last?.status !== 'running' &&
        (status.data.connected ? <Start onStart={show} /> : <Connect available={status.data.available} />)}
    </section>
  )
}

const Connect = ({ available }: { available: boolean }) =>
  available ? (
    <div className={classes.buttons}>
      <p className={classes.lead}>{t('integrations:modal.import.notConnected')}</p>
      <LinkButton to="/settings" search={{ aba: 'integracoes' }}>
        {t('integrations:modal.import.settings')}
      </LinkButton>
    </div>
  ) : (
    <p className={classes.lead}>{t('integrations:github.off')}</p>
  )

function Start({ onStart }: { onStart: (row: GithubImport) => void }) {
  const { boardId } = useSession()
  const lists = useBoardPart((board) => board.lists, [])
  const [repository, setRepository] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [state, setState] = useState<'open' | 'all'>('open')
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const listId = chosen ?? lists[0]?.id ?? 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!readRepository(repository)) return setProblem(t('texts:githubRepositoryInvalid'))
    setProblem(undefined)
    setSending(true)
    try {
      onStart(await call(githubApi.startImport, { params: { boardId }, body: { list_id: listId, repository: repository.trim(), state } }))
    } catch (reason) {
      if (reason instanceof CallError && reason.status >= 400 && reason.status < 500) setProblem(reason.message)
      else tellProblem(t('integrations:modal.import.problem'), reason)
      setSending(false)
    }
  }
  return (
    <form className={fields.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('integrations:modal.import.repository')} problem={problem}>
        {(control) => (
          <input
            {...control}
            className={fields.input}
            value={repository}
            maxLength={limits.githubAddress}
            placeholder={t('integrations:modal.import.placeholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setRepository(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className={classes.pair}>
        <Field label={t('integrations:modal.import.list')}>
          {(control) => (
            <select
              {...control}
              className={fields.select}
              value={listId}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            >
              {lists.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('integrations:modal.import.state')}>
          {(control) => (
            <select
              {...control}
              className={fields.select}
              value={state}
              onChange={(event) => setState(event.currentTarget.value === 'all' ? 'all' : 'open')}
            >
              <option value="open">{t('integrations:modal.import.open')}</option>
              <option value="all">{t('integrations:modal.import.all')}</option>
            </select>
          )}
        </Field>
      </div>
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={sending} disabled={repository.trim() === '' || listId === 0}>
          {t('integrations:modal.import.start')}
        </Button>
      </div>
    </form>
  )
}

function Progress({ row, onChange }: { row: GithubImport; onChange: (row: GithubImport) => void }) {
  const { boardId } = useSession()
  const isRunning = row.status === 'running'
  const percent = row.status === 'done' ? 100 : row.pages_total ? Math.min(100, Math.round((row.pages / row.pages_total) * 100)) : 0
  const heading = t(`integrations:modal.import.${row.status}`, { repository: row.repository })
  const counts = [
    t('integrations:modal.import.progress', { count: row.imported }),
    ...(row.skipped > 0 ? [t('integrations:modal.import.skipped', { count: row.skipped })] : []),
  ].join(' · ')
  useEffect(() => {
    announce(heading)
  }, [heading])
  const cancel = async () => {
    try {
      onChange(await call(githubApi.cancelImport, { params: { boardId, importId: row.id } }))
    } catch (reason) {
      tellProblem(t('integrations:modal.import.problem'), reason)
    }
  }
  return (
    <div className={classes.box} data-kind={row.status === 'failed' ? 'problem' : undefined}>
      <b>{heading}</b>
      {isRunning && (
        <div
          className={classes.track}
          role="progressbar"
          aria-label={heading}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          style={{ '--v': `${percent}%` } as CSSProperties}
        >
          <i />
        </div>
      )}
      <span>{counts}</span>
      {row.waits_until && <span>{t('integrations:modal.import.waiting', { time: format.time(row.waits_until) })}</span>}
      {isRunning && row.problem === 'unreachable' && <span>{t('integrations:modal.import.retrying')}</span>}
      {row.status === 'failed' && row.problem && <span>{t(`integrations:modal.import.problems.${row.problem}`)}</span>}
      {row.limited && <span>{t('integrations:modal.import.limited')}</span>}
      {isRunning && (
        <div className={classes.buttons}>
          <Button size="sm" onClick={() => void cancel()}>
            {t('integrations:modal.import.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}
