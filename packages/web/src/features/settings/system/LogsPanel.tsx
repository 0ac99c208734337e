import { type LogFilter, logLevels, maintenanceApi } from '@rodada/contract/instance/maintenance'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { format } from '../../../lib/dates/format.ts'
import { logsQuery } from './api.ts'
import { type Chosen, Filters, nothingChosen } from './Filters.tsx'
import { RecordsPanel } from './RecordsPanel.tsx'
import { instantOf } from './sizes.ts'
import classes from './system.module.css'

function filterOf({ q, kind, from, until }: Chosen): LogFilter {
  const level = logLevels.find((one) => one === kind)
  const [since, to] = [instantOf(from), instantOf(until, true)]
  return { ...(q && { q }), ...(level && { level }), ...(since && { from: since }), ...(to && { until: to }) }
}

/** What the program noted of itself: found, read and taken along. */
export function LogsPanel() {
  const [chosen, setChosen] = useState(nothingChosen)
  const filter = filterOf(chosen)
  const query = useInfiniteQuery(logsQuery(filter))
  const process = query.data?.pages[0]?.process
  return (
    <RecordsPanel
      title={t('system:logs.title')}
      hint={process && t('system:logs.process', { process })}
      query={query}
      none={t('system:logs.none')}
      exportLabel={t('system:logs.export')}
      onExport={() => downloadFile(maintenanceApi.exportLogs, { query: filter })}
      filters={
        <Filters
          search={t('system:logs.search')}
          kindLabel={t('system:logs.level')}
          anyKind={t('system:logs.anyLevel')}
          kinds={logLevels.filter((level) => level !== 'trace').map((level) => [level, t(`system:logs.from.${level}`)])}
          chosen={chosen}
          onChoose={setChosen}
        />
      }
    >
      {(entries) => (
        <ul className={classes.logs} aria-label={t('system:logs.title')}>
          {entries.map(({ id, time, level, message, facts }) => (
            <li key={`${time}-${id}`}>
              <span className={classes.level} data-level={level}>
                {t(`system:logs.levels.${level}`)}
              </span>
              <time dateTime={time}>{format.dateTime(time)}</time>
              <p>{message}</p>
              {facts && (
                <details>
                  <summary>{t('system:logs.facts')}</summary>
                  <pre>{indented(facts)}</pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </RecordsPanel>
  )
}

function indented(facts: string): string {
  try {
    return JSON.stringify(JSON.parse(facts), null, 2).replaceAll('\\n', '\n')
  } catch {
    return facts
  }
}
