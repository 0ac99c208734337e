import { Button } from '@mantine/core'
import { linkDays, type ReadLink, readLinksApi } from '@rodada/contract/boards/read-links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { useOnRevision } from '../../lib/use-on-revision.ts'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Field } from '../fields/Field.tsx'
import classes from '../fields/fields.module.css'
import { Switch } from '../fields/Switch.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { toast } from '../states/feedback.tsx'
import { SecretOnce } from '../states/SecretOnce.tsx'
import { tellProblem } from '../states/tell-problem.ts'

const lives = [7, linkDays.usual, 90, linkDays.max] as const

type Props = {
  boardId: number
  /** Only the links of its report, and new ones show that. */
  sprint?: { id: number; name: string }
  /** Of the board, when it is followed: others make and end links, too. */
  revision?: number
  onClose: () => void
}

/** 'Link público': with which anybody reads a board, or the report of a sprint; for those who write on the board. */
export function PublicLinksDialog({ boardId, sprint, revision = 0, onClose }: Props) {
  const queryClient = useQueryClient()
  const queryKey = ['board', boardId, 'links']
  const links = useQuery({ queryKey, queryFn: () => call(readLinksApi.list, { params: { boardId } }), staleTime: 0 })
  useOnRevision(revision, links.refetch)
  const listed = links.data?.filter((link) => !sprint || link.sprint?.id === sprint.id) ?? []
  const [made, setMade] = useState<{ id: number; url: string } | null>(null)
  const [ending, setEnding] = useState<ReadLink | null>(null)

  const create = async (body: { names: boolean; expires_in_days: number | null }) => {
    try {
      setMade(await call(readLinksApi.create, { params: { boardId }, body: { ...body, sprint_id: sprint?.id ?? null } }))
    } catch (reason) {
      tellProblem(t('publicLinks:notCreated'), reason)
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  const end = async ({ id }: ReadLink) => {
    try {
      await call(readLinksApi.remove, { params: { boardId, linkId: id } })
      toast(t('publicLinks:ended'))
      if (made?.id === id) setMade(null)
    } catch (reason) {
      tellProblem(t('publicLinks:notEnded'), reason)
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  if (ending)
    return (
      <ConfirmDialog
        title={t('publicLinks:endTitle')}
        text={t('publicLinks:endText')}
        action={t('publicLinks:end')}
        onConfirm={() => end(ending)}
        onClose={() => setEnding(null)}
      />
    )
  return (
    <Dialog title={t('publicLinks:title')} size={520} onClose={onClose}>
      <p className={classes.lead}>{t(sprint ? 'publicLinks:report.lead' : 'publicLinks:lead')}</p>
      {made ? (
        <div className={classes.section}>
          <SecretOnce
            key={made.url}
            title={t('publicLinks:once')}
            text={t(sprint ? 'publicLinks:report.onceText' : 'publicLinks:onceText')}
            secret={made.url}
            copy={t('publicLinks:copy')}
            kept={t('publicLinks:kept')}
            onKept={() => setMade(null)}
          />
        </div>
      ) : (
        <NewLink hint={t(sprint ? 'publicLinks:report.namesHint' : 'publicLinks:namesHint')} onCreate={create} />
      )}
      {links.isError && <ErrorState level={3} title={t('publicLinks:failed')} onRetry={() => void links.refetch()} />}
      {listed.length > 0 && (
        <section className={classes.section}>
          <h3>{t('publicLinks:list', { count: listed.length })}</h3>
          <ul className={classes.rows}>
            {listed.map((link) => (
              <li key={link.id}>
                <span className={classes.rowText}>
                  {whatOf(link, sprint !== undefined)}
                  <small>{factsOf(link)}</small>
                </span>
                <Button
                  size="sm"
                  aria-label={t('publicLinks:endOf', { what: `${whatOf(link, sprint !== undefined)}, ${factsOf(link)}` })}
                  onClick={() => setEnding(link)}
                >
                  {t('publicLinks:end')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

/** Asks what a new link shows, and for how long. */
function NewLink({
  hint,
  onCreate,
}: {
  hint: string
  onCreate: (link: { names: boolean; expires_in_days: number | null }) => Promise<void>
}) {
  const [names, setNames] = useState(false)
  const [days, setDays] = useState<number | null>(linkDays.usual)
  const [sending, setSending] = useState(false)
  const create = async () => {
    setSending(true)
    await onCreate({ names, expires_in_days: days })
    setSending(false)
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Switch label={t('publicLinks:names')} hint={hint} checked={names} onChange={setNames} />
      <Field label={t('publicLinks:life')}>
        {(control) => (
          <select
            {...control}
            className={classes.select}
            value={days ?? ''}
            onChange={({ currentTarget: { value } }) => setDays(value === '' ? null : Number(value))}
          >
            {lives.map((each) => (
              <option key={each} value={each}>
                {t('publicLinks:days', { count: each })}
              </option>
            ))}
            <option value="">{t('publicLinks:forever')}</option>
          </select>
        )}
      </Field>
      <Button type="submit" variant="filled" className={classes.submit} loading={sending} data-autofocus>
        {t('publicLinks:create')}
      </Button>
    </form>
  )
}

/** What a link shows: names or not, and whose report, where links of all kinds stand together. */
function whatOf({ names, sprint }: ReadLink, isOneReport: boolean): string {
  const said = t(names ? 'publicLinks:withNames' : 'publicLinks:withoutNames')
  return sprint && !isOneReport ? t('publicLinks:report.of', { sprint: sprint.nome, names: said.toLocaleLowerCase() }) : said
}

function factsOf({ made_by, created_at, expires_at, last_read_at }: ReadLink): string {
  return [
    t('publicLinks:madeBy', { name: made_by.name, date: format.date(created_at) }),
    expires_at === null
      ? t('publicLinks:noEnd')
      : t(Date.parse(expires_at) > Date.now() ? 'publicLinks:until' : 'publicLinks:expired', { date: format.date(expires_at) }),
    last_read_at === null ? t('publicLinks:neverRead') : t('publicLinks:lastRead', { when: format.agoSaid(last_read_at) }),
  ].join(' · ')
}
