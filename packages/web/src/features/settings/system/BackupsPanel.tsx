import { Button } from '@mantine/core'
import { type Backup, type BackupFiles, type BackupSettings, backupKeepMax, maintenanceApi } from '@rodada/contract/instance/maintenance'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import shared from '../settings.module.css'
import { backupsQuery, isRunning, operationsQuery, useOperate } from './api.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { sizeText } from './sizes.ts'
import classes from './system.module.css'

/** Backups: make, keep, take along. On PostgreSQL, how its own tools do it. */
export function BackupsPanel() {
  const { data, error, refetch } = useQuery(backupsQuery)
  return (
    <Panel title={t('system:backups.title')}>
      {!data && error && <ErrorState level={3} title={t('system:failed')} text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonGroup>
          <Skeleton height="7.5rem" radius="10px" />
        </SkeletonGroup>
      )}
      {data && !data.available && <WithPostgres files={data.files} />}
      {data?.available && (
        <div className={shared.rows}>
          <MakeBackup />
          <BackupList backups={data.backups} files={data.files} />
          <KeepSettings settings={data.settings} />
        </div>
      )}
    </Panel>
  )
}

const dump = 'pg_dump --format=custom --file=rodada.dump "$DATABASE_URL"'
const restore = 'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" rodada.dump && npm run restore'

type Files = { files: BackupFiles }

const WithPostgres = ({ files }: Files) => (
  <div className={classes.commands}>
    <p>{t('system:backups.postgres')}</p>
    <pre>{dump}</pre>
    <p>{t('system:backups.postgresRestore')}</p>
    <pre>{restore}</pre>
    <p>{t(`system:backups.files.${files}`)}</p>
  </div>
)

function MakeBackup() {
  const client = useQueryClient()
  const { data: operations = [] } = useQuery(operationsQuery)
  const operate = useOperate()
  const running = operations.find(isRunning)
  const last = operations.find(({ kind }) => kind === 'backup')
  const isMaking = running?.kind === 'backup'
  const wasMaking = useRef(false)
  useEffect(() => {
    // Also when somebody else began it.
    if (wasMaking.current && !isMaking) {
      void client.invalidateQueries({ queryKey: backupsQuery.queryKey })
      if (last?.state === 'done') toast(t('system:backups.made'))
      if (last?.state === 'failed') toast(t(`system:failures.${last.result.failure ?? 'unexpected'}`), { kind: 'problem' })
    }
    wasMaking.current = isMaking
  }, [isMaking, last, client])
  const make = () => {
    // A small database is copied before it is first asked after.
    wasMaking.current = true
    operate.mutate('backup', {
      onError: (reason) => {
        wasMaking.current = false
        tellProblem(t('system:backups.makeFailed'), reason)
      },
    })
  }
  return (
    <div>
      <div className={shared.row}>
        <div>
          <h3>{t('system:backups.make')}</h3>
          <p className={shared.hint}>
            {last?.state === 'failed' ? t(`system:failures.${last.result.failure ?? 'unexpected'}`) : t('system:backups.makeHint')}
          </p>
        </div>
        <Button variant="filled" disabled={running !== undefined} loading={operate.isPending} onClick={make}>
          {t('system:backups.makeAction')}
        </Button>
      </div>
      {isMaking && running && <OperationProgress operation={running} />}
    </div>
  )
}

function BackupList({ backups, files }: Files & { backups: readonly Backup[] }) {
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<Backup>()
  const fetching = useMutation({
    mutationFn: (id: string) => downloadFile(maintenanceApi.downloadBackup, { path: id }),
    onError: (reason) => tellProblem(t('system:backups.downloadFailed'), reason),
  })
  const remove = ({ id }: Backup) =>
    call(maintenanceApi.deleteBackup, { params: { backupId: id } })
      .then(() => toast(t('system:backups.deleted')))
      .catch((reason: unknown) => tellProblem(t('system:backups.deleteFailed'), reason))
      .finally(() => client.invalidateQueries({ queryKey: backupsQuery.queryKey }))
  return (
    <div>
      {backups.length === 0 ? (
        <p className={shared.hint}>{t('system:backups.none')}</p>
      ) : (
        <ul className={classes.backups} aria-label={t('system:backups.list')}>
          {backups.map((backup) => {
            const when = format.dateTime(backup.created_at)
            return (
              <li key={backup.id}>
                <div className={classes.about}>
                  <b>{when}</b>
                  <span>
                    {t(`system:backups.kinds.${backup.kind}`)} · {sizeText(backup.size)}
                  </span>
                  {backup.sha256 && <code title={backup.sha256}>SHA-256 {backup.sha256.slice(0, 16)}…</code>}
                </div>
                <IconButton
                  label={t('system:backups.download', { when })}
                  onClick={() => fetching.mutate(backup.id)}
                  disabled={fetching.isPending}
                >
                  <IconDownload size={18} stroke={1.75} aria-hidden />
                </IconButton>
                <IconButton label={t('system:backups.delete', { when })} onClick={() => setDeleting(backup)}>
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <p className={shared.hint}>{t(`system:backups.files.${files}`)}</p>
      <p className={shared.hint}>
        {t('system:backups.restoreHint')} <code className={classes.code}>npm run restore -- data/backups/….sqlite</code>
      </p>
      {deleting && (
        <ConfirmDialog
          title={t('system:backups.deleteQuestion', { when: format.dateTime(deleting.created_at) })}
          text={t('system:backups.deleteText')}
          action={t('system:backups.deleteAction')}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}

/** Each night, and how many stay: saved as they are chosen. */
function KeepSettings({ settings }: { settings: BackupSettings }) {
  const client = useQueryClient()
  const id = useId()
  const save = useMutation({
    mutationFn: (change: Partial<BackupSettings>) => call(maintenanceApi.updateBackupSettings, { body: change }),
    onSuccess: () => toast(t('system:backups.saved')),
    onError: (reason) => tellProblem(t('system:backups.saveFailed'), reason),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
  return (
    <div className={classes.keep}>
      <Switch
        label={t('system:backups.nightly')}
        hint={t('system:backups.nightlyHint')}
        checked={settings.nightly}
        onChange={(nightly) => save.mutate({ nightly })}
      />
      <div className={shared.row}>
        <div>
          <label htmlFor={id}>{t('system:backups.keep')}</label>
          <p className={shared.hint}>{t('system:backups.keepHint')}</p>
        </div>
        <input
          id={id}
          key={settings.keep}
          type="number"
          inputMode="numeric"
          min={1}
          max={backupKeepMax}
          defaultValue={settings.keep}
          onBlur={({ currentTarget }) => {
            const keep = currentTarget.valueAsNumber
            if (keep === settings.keep) return
            save.mutate({ keep: Number.isNaN(keep) ? 0 : keep })
          }}
        />
      </div>
    </div>
  )
}
