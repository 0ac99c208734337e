import { oidcApi } from '@rodada/contract/auth/oidc'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { takeRememberedPath } from '../../../lib/return-to.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { afterLogin, readLogin } from '../session.ts'
import { useSignIn } from '../use-sign-in.ts'

type Props = {
  code: string
  roomId: string | undefined
  onTwoFactor: (token: string) => void
  /** No session came of it. */
  onFailed: (why: string) => void
}

/** Takes the session of who came back from the company, and goes on. */
export function CompanyEntry({ code, roomId, onTwoFactor, onFailed }: Props) {
  const signIn = useSignIn()
  const begun = useRef(false)
  useEffect(() => {
    // The code counts once.
    if (begun.current) return
    begun.current = true
    const enter = async () => {
      try {
        const session = readLogin(await call(oidcApi.session, { body: { code } }))
        await signIn(session, afterLogin(session.user, roomId, takeRememberedPath()))
      } catch (reason) {
        if (reason instanceof CallError && reason.twoFactor) onTwoFactor(reason.twoFactor)
        else onFailed(reason instanceof Error ? reason.message : t('errors.unknown'))
      }
    }
    void enter()
  }, [code, roomId, signIn, onTwoFactor, onFailed])
  return (
    <SkeletonGroup>
      <Skeleton height="3rem" radius="10px" />
      <Skeleton height="3rem" radius="10px" />
    </SkeletonGroup>
  )
}
