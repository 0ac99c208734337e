import { Button } from '@mantine/core'
import { linkDays, type ReadLink, readLinksApi } from '@rodada/contract/boards/read-links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { SecretOnce } from '../../../ui/states/SecretOnce.tsx'
import { useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'

const lives = [7, linkDays.usual, 90, linkDays.max] as const

/** 'Link público': with which anybody reads the board; for those who write on it. */
export function LinksModal({ onClose }: { onClose: () => void }) {
  const { boardId, writes } = useSession()
  const queryClient = useQueryClient()
  const queryKey = ['board', boardId, 'links']
  const links = useQuery({ queryKey, queryFn: () => call(readLinksApi.list, { params: { boardId } }), staleTime: 0 })
  useRefetchOnChange(links.refetch)
  const [made, setMade] = useState<{ id: number; url: string } | null>(null)
  const [ending, setEnding] = useState<ReadLink | null>(null)

  const create = async (body: { names: boolean; expires_in_days: number | null }) => {
    const ask = async () => setMade(await call(readLinksApi.create, { params: { boardId }, body }))
    await writes.perform(null, ask, t('publicLinks:notCreated'))
    await queryClient.invalidateQueries({ queryKey })
  }
  const end = async ({ id }: ReadLink) => {
    const params = { boardId, linkId: id }
    const done = await writes.perform(null, () => call(readLinksApi.remove, { params }), t('publicLinks:notEnded'))
    if (done) toast(t('publicLinks:ended'))
    if (done && made?.id === id) setMade(null)
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
      <p className={classes.lead}>{t('publicLinks:lead')}</p>
      {made ? (
        <div className={classes.section}>
          <SecretOnce
            key={made.url}
            title={t('publicLinks:once')}
            text={t('publicLinks:onceText')}
            secret={made.url}
            copy={t('publicLinks:copy')}
            kept={t('publicLinks:kept')}
            onKept={() => setMade(null)}
          />
        </div>
      ) : (
        <NewLink onCreate={create} />
      )}
      {links.isError && <ErrorState level={3} title={t('publicLinks:failed')} onRetry={() => void links.refetch()} />}
      {links.data && links.data.length > 0 && (
        <section className={classes.section}>
          <h3>{t('publicLinks:list', { count: links.data.length })}</h3>
          <ul className={classes.rows}>
            {links.data.map((link) => (
              <li key={link.id}>
                <span className={classes.rowText}>
                  {t(link.names ? 'publicLinks:withNames' : 'publicLinks:withoutNames')}
                  <small>{factsOf(link)}</small>
                </span>
                <Button size="sm" aria-label={t('publicLinks:endOf', { what: factsOf(link) })} onClick={() => setEnding(link)}>
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
function NewLink({ onCreate }: { onCreate: (link: { names: boolean; expires_in_days: number | null }) => Promise<void> }) {
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
      <Switch label={t('publicLinks:names')} hint={t('publicLinks:namesHint')} checked={names} onChange={setNames} />
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

function factsOf({ made_by, created_at, expires_at, last_read_at }: ReadLink): string {
  return [
    t('publicLinks:madeBy', { name: made_by.name, date: format.date(created_at) }),
    expires_at === null
      ? t('publicLinks:noEnd')
      : t(Date.parse(expires_at) > Date.now() ? 'publicLinks:until' : 'publicLinks:expired', { date: format.date(expires_at) }),
    last_read_at === null ? t('publicLinks:neverRead') : t('publicLinks:lastRead', { when: format.agoSaid(last_read_at) }),
  ].join(' · ')
}
