import { Button } from '@mantine/core'
import { oidcApi } from '@rodada/contract/auth/oidc'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import classes from '../settings.module.css'
import { useOwnPassword } from './own-password.ts'

type Props = { value: string; problem: string | undefined; description?: string; onChange: (password: string) => void }

/** The password that the account has now, asked for first where something changes how it is opened; without one, the company says that it is them. */
export function CurrentPasswordField({ value, problem, description, onChange }: Props) {
  const { isMissing, isProven, company } = useOwnPassword()
  if (isMissing) return <CompanyProof isProven={isProven} company={company} problem={problem} />
  return (
    <PasswordField
      label={t('settings:password.current')}
      description={description}
      name="current_password"
      autoComplete="current-password"
      data-autofocus
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Leads to the company and back to this page, where the form is opened again. */
function CompanyProof({ isProven, company, problem }: { isProven: boolean; company: string; problem: string | undefined }) {
  const [leaving, setLeaving] = useState(false)
  const prove = async () => {
    setLeaving(true)
    try {
      const { url } = await call(oidcApi.prove, { body: { voltar: `${location.pathname}${location.search}` } })
      location.assign(url)
    } catch (reason) {
      setLeaving(false)
      tellProblem(t('settings:company.notBegun'), reason)
    }
  }
  if (isProven)
    return (
      <p className={classes.proven}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        {t('settings:company.proven', { name: company })}
      </p>
    )
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('settings:company.proveLead', { name: company })}</p>
      {problem && (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button data-autofocus loading={leaving} onClick={() => void prove()}>
          {t('settings:company.prove', { name: company })}
        </Button>
      </div>
    </div>
  )
}
