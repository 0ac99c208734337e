import { t } from '../../i18n/index.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { OwnData } from './profile/OwnData.tsx'
import { PasswordForm } from './profile/PasswordForm.tsx'
import { Profile } from './profile/Profile.tsx'

/** 'Perfil': who one is to the others, the password, and all that is one's own to take along. */
export function ProfileTab() {
  return (
    <>
      <Panel title={t('settings:tabs.perfil')}>
        <Profile />
      </Panel>
      <Panel title={t('settings:password.title')}>
        <PasswordForm />
      </Panel>
      <Panel title={t('settings:data.title')}>
        <OwnData />
      </Panel>
    </>
  )
}
