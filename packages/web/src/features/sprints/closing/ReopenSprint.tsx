import { Button } from '@mantine/core'
import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { refreshSprints } from '../api.ts'
import classes from './ReopenSprint.module.css'

/** The way back, for a day, for a sprint that ended by mistake. */
export function ReopenSprint({ sprint }: { sprint: Sprint }) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  if (!sprint.can.reopen || sprint.reopens_until === null) return null
  const reopen = async () => {
    setSending(true)
    try {
      const { restored, left } = (await callSprints(sprintClosingApi.reopen, { params: { sprintId: sprint.id } })).data
      toast(t('planning:reopen.done', { sprint: sprint.name, count: restored }), {
        ...(left > 0 && { detail: t('planning:reopen.left', { count: left }) }),
      })
    } catch (reason) {
      tellProblem(t('planning:reopen.problem'), reason)
    }
    await refreshSprints(client)
    setSending(false)
  }
  return (
    <p className={classes.line}>
      <span>{t('planning:reopen.until', { when: format.dateTime(sprint.reopens_until) })}</span>
      <Button size="sm" loading={sending} onClick={() => void reopen()}>
        {t('planning:reopen.submit')}
      </Button>
    </p>
  )
}
