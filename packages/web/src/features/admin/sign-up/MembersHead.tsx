import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Crumb, PageHead } from '../../../ui/page/PageHead.tsx'

const InviteModal = lazyPart(async () => (await import('./InviteModal.tsx')).InviteModal)
const SignUpModal = lazyPart(async () => (await import('./SignUpModal.tsx')).SignUpModal)

/** The head of 'Membros': how many there are, who may join them, and the ways to change that. */
export function MembersHead({ total }: { total: number | undefined }) {
  const { data: system } = useQuery({ ...systemQuery, staleTime: 0 })
  const [open, setOpen] = useState<'invite' | 'signUp' | null>(null)
  const close = () => setOpen(null)
  const rule = system && t(`admin:members.signUp.short.${system.sign_up.mode}`)
  return (
    <>
      <PageHead
        crumb={<Crumb to="/admin-dashboard">{t('admin:members.back')}</Crumb>}
        title={t('admin:members.title')}
        lead={total !== undefined && [t('admin:members.lead', { count: total }), rule].filter(Boolean).join(' · ')}
      >
        {system && <Button onClick={() => setOpen('signUp')}>{t('admin:members.signUp.action')}</Button>}
        <Button variant="filled" leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('invite')}>
          {t('admin:members.invite')}
        </Button>
      </PageHead>
      {open === 'invite' && <InviteModal onClose={close} />}
      {open === 'signUp' && system && <SignUpModal system={system} onClose={close} />}
    </>
  )
}
