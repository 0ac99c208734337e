import { type AdminUser, adminApi } from '@rodada/contract/instance/admin'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import classes from './MembersScreen.module.css'

/** That an account has a second step and, for another's, the way to turn it off for somebody who lost what makes the codes. */
export function FactorReset({ user, isMe }: { user: AdminUser; isMe: boolean }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const reset = async () => {
    try {
      await call(adminApi.resetTwoFactor, { params: { userId: user.id } })
      toast(t('admin:members.factorDone', { name: user.name }))
    } catch (reason) {
      const detail = reason instanceof CallError ? reason.message : undefined
      toast(t('admin:members.factorFailed'), { kind: 'problem', detail })
    } finally {
      await client.invalidateQueries({ queryKey: ['admin'] })
    }
  }
  return (
    <span className={classes.factor}>
      <IconShieldCheck size={15} stroke={1.75} aria-hidden />
      {t('admin:members.factor')}
      {!isMe && (
        <button type="button" aria-label={t('admin:members.factorResetOf', { name: user.name })} onClick={() => setAsking(true)}>
          {t('admin:members.factorReset')}
        </button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('admin:members.factorAsk', { name: user.name })}
          text={t('admin:members.factorAskText')}
          action={t('admin:members.factorAction')}
          onConfirm={reset}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
