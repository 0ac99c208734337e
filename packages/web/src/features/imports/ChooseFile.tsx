import { Button } from '@mantine/core'
import { importsApi } from '@rodada/contract/boards/imports'
import { limits } from '@rodada/contract/core/limits'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call/call.ts'
import { upload } from '../../lib/call/upload.ts'
import { format } from '../../lib/dates/format.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import fields from '../../ui/fields/fields.module.css'
import { Panel } from '../../ui/page/Panel.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import { importsQuery } from './api.ts'
import classes from './Imports.module.css'

const offered = ['trello', 'jira', 'planka', 'github', 'csv', 'rodada'] as const
type Source = (typeof offered)[number]
/** Where the API of Planka answers a board. */
const plankaBoard = '/api/boards/:id'
/** What of these a table may be. */
const tables: readonly Source[] = ['jira', 'github', 'csv']

/** Which tool a file most likely is of. */
const sourceOf = (name: string, chosen: Source): Source => {
  if (/\.csv$|\.tsv$|\.txt$/i.test(name)) return tables.includes(chosen) ? chosen : 'csv'
  return /^rodada-.*\.json$/i.test(name) ? 'rodada' : chosen === 'csv' ? 'trello' : chosen
}

/** The file, and which tool made it. It is sent and read; nothing is written yet. */
export function ChooseFile() {
  const id = useId()
  const navigate = useNavigate()
  const [source, setSource] = useState<Source>('trello')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<number>()
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const { data: earlier = [] } = useQuery(importsQuery)

  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    setProblem(null)
    if (chosen) setSource((before) => sourceOf(chosen.name, before))
  }
  const send = async () => {
    if (!file) return setProblem(t('imports:file.required'))
    if (file.size > limits.importBytes) return setProblem(t('texts:importTooLarge'))
    setProblem(null)
    setSent(0)
    const end = new AbortController()
    ending.current = end
    try {
      const query = { source, name: file.name.slice(-200) }
      const made = await upload(importsApi.create, { query, body: file, signal: end.signal, onProgress: setSent })
      await navigate({ to: '/trazer', search: { id: String(made.id) } })
    } catch (reason) {
      if (!end.signal.aborted) setProblem(reason instanceof CallError ? reason.message : t('imports:file.failed'))
    }
    setSent(undefined)
  }
  return (
    <div className={classes.narrow}>
      <Panel title={t('imports:file.title')}>
        <form
          className={fields.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <FormProblem text={problem} />
          <div className={fields.field}>
            <label htmlFor={`${id}-source`}>{t('imports:file.source')}</label>
            <select
              id={`${id}-source`}
              className={fields.select}
              value={source}
              onChange={(event) => setSource(offered.find((each) => each === event.currentTarget.value) ?? 'trello')}
            >
              {offered.map((each) => (
                <option key={each} value={each}>
                  {t(`imports:sources.${each}`)}
                </option>
              ))}
            </select>
            <p className={fields.hint}>{t(`imports:how.${source}`, { address: plankaBoard })}</p>
          </div>
          <div className={fields.field}>
            <label htmlFor={`${id}-file`}>{t('imports:file.field')}</label>
            {/* The input itself lies over what is seen of it: a browser's own speaks the language of the browser. A file is dropped on it, too. */}
            <div className={classes.file}>
              <span aria-hidden>{t('imports:file.choose')}</span>
              <span>{file?.name ?? t('imports:file.drop')}</span>
              <input
                id={`${id}-file`}
                type="file"
                accept=".json,.csv,.tsv,.txt"
                aria-describedby={`${id}-hint`}
                onChange={(event) => choose(event.currentTarget.files?.[0])}
              />
            </div>
            <p id={`${id}-hint`} className={fields.hint}>
              {t('imports:file.hint')}
            </p>
          </div>
          {sent !== undefined && file && (
            <ProgressBar label={t('imports:file.sending')} percent={Math.floor((100 * sent) / Math.max(1, file.size))} quiet />
          )}
          <div className={classes.actions}>
            <Button
              type="submit"
              variant="filled"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              loading={sent !== undefined}
            >
              {t('imports:file.submit')}
            </Button>
          </div>
        </form>
      </Panel>
      {earlier.length > 0 && (
        <Panel title={t('imports:earlier.title')}>
          <ul className={fields.rows}>
            {earlier.map(({ id: importId, source: from, file_name, status, board_title, created_at }) => (
              <li key={importId}>
                <span className={fields.rowText}>
                  <Link to="/trazer" search={{ id: String(importId) }}>
                    {board_title ?? (file_name || t(`imports:sources.${from}`))}
                  </Link>
                  <small>
                    {t(`imports:status.${status}`)} · {format.dateTime(created_at)}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}
