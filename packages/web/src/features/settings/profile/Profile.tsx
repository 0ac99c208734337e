import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { profileQuery } from '../../../lib/call/account.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileView } from './ProfileView.tsx'

/** The own account: seen, and on request changed. Saving and cancelling both lead back to seeing it. */
export function Profile() {
  // What a login left behind has none of the further fields; the answer of the server has all.
  const { data, error, refetch } = useQuery({ ...profileQuery, staleTime: 0 })
  const [mode, setMode] = useState<'first' | 'edit' | 'back'>('first')
  if (data?.timezone !== undefined) {
    if (mode === 'edit') return <ProfileForm profile={data} onDone={() => setMode('back')} />
    return <ProfileView profile={data} isBack={mode === 'back'} onEdit={() => setMode('edit')} />
  }
  if (error) return <ErrorState level={3} title={t('settings:failed')} text={error.message} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup>
      <Skeleton width="4rem" height="4rem" radius="18px" />
      <Skeleton width="50%" height="1.375rem" />
      <Skeleton height="5rem" radius="8px" />
    </SkeletonGroup>
  )
}
