import { t } from '../../i18n/index.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { PasswordForm } from './profile/PasswordForm.tsx'
import { Profile } from './profile/Profile.tsx'

/** 'Perfil': who one is to the others, and the password. */
export function ProfileTab() {
  return (
    <>
      <Panel title={t('settings:tabs.perfil')}>
        <Profile />
      </Panel>
      <Panel title={t('settings:password.title')}>
        <PasswordForm />
      </Panel>
    </>
  )
}
