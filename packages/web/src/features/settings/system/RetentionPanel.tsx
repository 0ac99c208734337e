import { mostDays, type Retention, type RetentionRule, type RetentionSettings, retentionApi } from '@rodada/contract/instance/retention'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import shared from '../settings.module.css'
import { retentionQuery } from './api.ts'
import classes from './system.module.css'

type Rule = Retention['rules'][number]
type Choice = { rule: RetentionRule; days: number | null }

/** Offered beside what is chosen now and the rule's own default. */
const usual = [30, 90, 180, 365, 730, 1825]

/** How long what grows is kept, what there is of it, and what the last cleaning took. */
export function RetentionPanel() {
  const { data, error, refetch } = useQuery(retentionQuery)
  return (
    <Panel title={t('system:retention.title')}>
      {!data && error && <ErrorState level={3} title={t('system:failed')} text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonGroup>
          <Skeleton height="15rem" radius="10px" />
        </SkeletonGroup>
      )}
      {data && <Rules retention={data} />}
    </Panel>
  )
}

function Rules({ retention: { rules, last_run } }: { retention: Retention }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Choice>()
  const save = useMutation({
    mutationFn: ({ rule, days }: Choice) => call(retentionApi.update, { body: { [rule]: days } as Partial<RetentionSettings> }),
    onSuccess: () => toast(t('system:retention.saved')),
    onError: (reason) => tellProblem(t('system:retention.saveFailed'), reason),
    onSettled: () => client.invalidateQueries({ queryKey: retentionQuery.queryKey }),
  })
  const choose = ({ rule, days: now }: Rule, days: number | null) => {
    // Shortening deletes for good, so it asks; keeping longer only keeps.
    if ((days ?? mostDays + 1) < (now ?? mostDays + 1)) setAsking({ rule, days })
    else save.mutate({ rule, days })
  }
  return (
    <>
      <p className={shared.hint}>{t('system:retention.lead')}</p>
      <div className={classes.retention}>
        {rules.map((rule) => (
          <RuleRow key={rule.rule} rule={rule} onChoose={(days) => choose(rule, days)} />
        ))}
      </div>
      <p className={shared.hint}>{lastRunSaid(last_run)}</p>
      {asking && (
        <ConfirmDialog
          title={t('system:retention.question', { what: t(`system:retention.rules.${asking.rule}.name`), time: timeOf(asking.days) })}
          text={t('system:retention.questionText')}
          action={t('system:retention.questionAction')}
          onConfirm={async () => void (await save.mutateAsync(asking).catch(() => undefined))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function RuleRow({
  rule: { rule, days, default_days, fewest_days, rows },
  onChoose,
}: {
  rule: Rule
  onChoose: (days: number | null) => void
}) {
  const id = useId()
  const known = [...usual, days, default_days].filter((one): one is number => one !== null && one >= fewest_days)
  const choices = [...new Set(known)].sort((a, b) => a - b)
  return (
    <div className={classes.rule}>
      <label htmlFor={id}>{t(`system:retention.rules.${rule}.name`)}</label>
      <p className={shared.hint}>
        {t(`system:retention.rules.${rule}.hint`)} {t('system:retention.rows', { count: rows, number: format.number(rows) })}
      </p>
      <select id={id} value={days ?? ''} onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}>
        {choices.map((one) => (
          <option key={one} value={one}>
            {timeOf(one)}
          </option>
        ))}
        <option value="">{t('system:retention.always')}</option>
      </select>
    </div>
  )
}

const timeOf = (days: number | null): string => {
  if (days === null) return t('system:retention.always')
  return days % 365 === 0 ? t('system:retention.years', { count: days / 365 }) : t('system:retention.days', { count: days })
}

function lastRunSaid(run: Retention['last_run']): string {
  if (!run) return t('system:retention.never')
  if (!run.ran_at) return t('system:retention.starts', { when: format.date(run.starts_at) })
  const ran = t('system:retention.ran', { when: format.dateTime(run.ran_at) })
  if (!run.deleted_at) return ran
  const taken = Object.entries(run.deleted).map(([rule, count]) =>
    t(`system:retention.rules.${rule as RetentionRule}.taken`, { count, number: format.number(count) }),
  )
  return `${ran} ${t('system:retention.took', { when: format.dateTime(run.deleted_at), what: format.list(taken) })}`
}
