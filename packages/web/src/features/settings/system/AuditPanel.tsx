import { type AuditEntry, type AuditFilter, auditApi, auditKinds } from '@rodada/contract/instance/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { format } from '../../../lib/dates/format.ts'
import { auditQuery } from './api.ts'
import { type Chosen, Filters, nothingChosen } from './Filters.tsx'
import { RecordsPanel } from './RecordsPanel.tsx'
import { instantOf } from './sizes.ts'
import classes from './system.module.css'

function filterOf({ q, kind, from, until }: Chosen): AuditFilter {
  const known = auditKinds.find((one) => one === kind)
  const [since, to] = [instantOf(from), instantOf(until, true)]
  return { ...(q && { q }), ...(known && { kind: known }), ...(since && { from: since }), ...(to && { until: to }) }
}

/** Who did what, when and from where. */
export function AuditPanel() {
  const [chosen, setChosen] = useState(nothingChosen)
  const filter = filterOf(chosen)
  const query = useInfiniteQuery(auditQuery(filter))
  return (
    <RecordsPanel
      title={t('system:audit.title')}
      hint={t('system:audit.hint')}
      query={query}
      none={t('system:audit.none')}
      exportLabel={t('system:audit.export')}
      onExport={() => downloadFile(auditApi.export, { query: filter })}
      filters={
        <Filters
          search={t('system:audit.search')}
          kindLabel={t('system:audit.kind')}
          anyKind={t('system:audit.anyKind')}
          kinds={auditKinds.map((kind) => [kind, t(`system:audit.kinds.${kind.replace('.', '_') as KindKey}`)])}
          chosen={chosen}
          onChoose={setChosen}
        />
      }
    >
      {(entries) => (
        <ul className={classes.audit} aria-label={t('system:audit.title')}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </RecordsPanel>
  )
}

type Underscored<Kind extends string> = Kind extends `${infer Of}.${infer What}` ? `${Of}_${What}` : never
type KindKey = Underscored<(typeof auditKinds)[number]>

function whoOf({ user, details: { program } }: AuditEntry): string | undefined {
  return user && program !== undefined ? t('system:audit.program', { name: user.name, program }) : user?.name
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { kind, subject, details, address, device, times, created_at } = entry
  const change = details.from !== undefined && details.to !== undefined ? `${details.from} → ${details.to}` : ''
  const from = [address, device].filter(Boolean).join(' · ')
  return (
    <li>
      <div>
        <b>{t(`system:audit.kinds.${kind.replace('.', '_') as KindKey}`)}</b>
        {times > 1 && <span className={classes.times}>{t('system:audit.times', { count: times })}</span>}
      </div>
      <p>
        {[
          whoOf(entry) ?? (kind === 'session.failed' || kind === 'password.reset' ? t('system:audit.nobody') : t('system:audit.itself')),
          subject,
          kind.startsWith('token.') && details.name,
          change,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <small>
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
        {from && ` · ${from}`}
      </small>
    </li>
  )
}
