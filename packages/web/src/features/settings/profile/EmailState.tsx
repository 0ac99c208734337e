import { Button } from '@mantine/core'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import type { Profile } from '@rodada/contract/auth/people'
import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import classes from './Profile.module.css'

/** Whether the address is known to be this person's, and the way to the email that shows it. Nothing where no mail is sent. */
export function EmailState({ profile: { email, email_verified } }: { profile: Profile }) {
  const { data: system } = useQuery(systemQuery)
  const [sending, setSending] = useState(false)
  if (email_verified) {
    return (
      <Chip tone="ok">
        <IconMailCheck size={16} stroke={1.75} aria-hidden />
        {t('settings:email.confirmed')}
      </Chip>
    )
  }
  if (!system?.mail.enabled) return null
  const send = async () => {
    setSending(true)
    try {
      await call(emailConfirmationApi.send)
      toast(t('settings:email.sent', { email }))
    } catch (reason) {
      tellProblem(t('settings:email.notSent'), reason)
    }
    setSending(false)
  }
  return (
    <div className={classes.email}>
      <Chip tone="warn">
        <IconMailQuestion size={16} stroke={1.75} aria-hidden />
        {t('settings:email.unconfirmed')}
      </Chip>
      <Button size="sm" loading={sending} onClick={() => void send()}>
        {t('settings:email.send')}
      </Button>
    </div>
  )
}
