import type { SystemStatus } from '@rodada/contract/instance/maintenance'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { statusQuery } from './api.ts'
import { sizeText } from './sizes.ts'
import classes from './system.module.css'

/** Version, health and size of every part. */
export function StatusPanel() {
  const { data, error, refetch } = useQuery(statusQuery)
  return (
    <Panel title={t('system:status.title')} note={data && t('system:status.version', { version: data.version })}>
      {data ? (
        <Facts status={data} />
      ) : error ? (
        <ErrorState level={3} title={t('system:failed')} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <Skeleton height="7.5rem" radius="10px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}

function Facts({ status }: { status: SystemStatus }) {
  const { database, redis, mail, process, processes } = status
  const engine = database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const sockets = processes.reduce((sum, one) => sum + one.sockets, 0)
  const facts: [string, string, string][] = [
    [
      t('system:status.database'),
      `${engine} ${database.version}`,
      t('system:status.databaseFacts', { size: sizeText(database.size), latency: format.number(database.latency) }),
    ],
    [
      'Redis',
      redis ? redis.version || t('system:status.silent') : t('system:status.noRedis'),
      redis?.latency == null
        ? redis
          ? ''
          : t('system:status.noRedisFacts')
        : t('system:status.redisFacts', { size: sizeText(redis.memory), latency: format.number(redis.latency) }),
    ],
    [t('system:status.people'), t('system:status.sockets', { count: sockets }), t('system:status.rooms', { count: status.rooms })],
    [
      t('system:status.mail'),
      mail.enabled ? t('system:status.waiting', { count: mail.waiting }) : t('system:status.noMail'),
      mail.failing > 0 ? t('system:status.failing', { count: mail.failing }) : '',
    ],
    [
      t('system:status.process'),
      t('system:status.uptime', { time: duration(process.uptime_seconds) }),
      `Node ${status.node.replace('v', '')} · ${t('system:status.memory', { size: sizeText(process.memory) })}`,
    ],
  ]
  const { count, size } = status.files
  if (count > 0) facts.push([t('system:status.files'), t('system:status.fileCount', { count }), sizeText(size)])
  if (status.disk_free !== null) facts.push([t('system:status.disk'), t('system:status.free', { size: sizeText(status.disk_free) }), ''])
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {processes.length > 1 && (
        <ul className={classes.processes} aria-label={t('system:status.processes')}>
          {processes.map((one) => (
            <li key={one.name + one.started_at}>
              <b>{one.name}</b>
              {one.current && <span>{t('system:status.current')}</span>}
              <small>
                {t('system:status.processFacts', { version: one.version, count: one.sockets, ago: format.agoSaid(one.seen_at) })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function duration(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60)]
  if (days > 0) return t('system:status.days', { days, hours })
  return hours > 0 ? t('system:status.hours', { hours, minutes }) : t('system:status.minutes', { minutes })
}
