import { useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/states/feedback.tsx'
import { queryClient } from '../providers.tsx'

/** Signs out and goes to the login. */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    const { signOut } = await import('../../features/auth/session.ts')
    const told = signOut()
    queryClient.clear()
    await navigate({ to: '/login' })
    toast(t('profile.signedOut'))
    const companyUrl = await told
    if (companyUrl !== undefined) location.assign(companyUrl)
  }
}
