import { t } from '../../../i18n/index.ts'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from '../LoginScreen.module.css'
import { RegisterForm, type RegisterProps } from '../RegisterForm.tsx'
import { AskForm } from './AskForm.tsx'
import { useSignUp } from './use-sign-up.ts'

/** A new account, as far as this person may make one; what applies is said before anything is typed. */
export function SignUp(props: Omit<RegisterProps, 'invitation'>) {
  const { token, system, invitation } = useSignUp()
  if (system.isError && !system.data) return <ErrorState level={2} title={t('auth:signUp.failed')} onRetry={() => void system.refetch()} />
  if (!system.data || (token !== undefined && invitation.isPending))
    return (
      <SkeletonGroup>
        <Skeleton height="3rem" radius="10px" />
        <Skeleton height="3rem" radius="10px" />
        <Skeleton height="3rem" radius="10px" />
      </SkeletonGroup>
    )
  const { mail, sign_up } = system.data
  const isOpen = sign_up.mode === 'open'
  if (token !== undefined && invitation.data) {
    const { email, invited_by, board_title } = invitation.data
    return (
      <>
        <p className={classes.sent}>{inviteLine(invited_by, board_title)}</p>
        <RegisterForm key={email} {...props} invitation={{ token, email, isFixed: !isOpen }} />
      </>
    )
  }
  const isOver = token !== undefined && invitation.isError
  if (isOpen) return <RegisterForm {...props} />
  return (
    <>
      {isOver && <FormProblem text={t('auth:signUp.over')} />}
      {sign_up.mode === 'domains' && mail.enabled ? (
        <AskForm email={props.email} onEmail={props.onEmail} domains={sign_up.domains.map((domain) => `@${domain}`).join(', ')} />
      ) : (
        <>
          <p className={classes.rule}>{t(sign_up.mode === 'domains' ? 'auth:signUp.noMail' : 'auth:signUp.invitation')}</p>
          <p className={classes.rule}>{t('auth:signUp.guest')}</p>
        </>
      )}
    </>
  )
}

function inviteLine(name: string | null, board: string | null): string {
  if (name === null) return t('auth:signUp.asked')
  return board === null ? t('auth:signUp.invited', { name }) : t('auth:signUp.invitedToBoard', { name, board })
}
