import { t } from '../../../i18n/index.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './Profile.module.css'
import { Profile } from './Profile.tsx'

/** 'Meu Perfil': what the tab of the settings shows, over whatever page one is on. */
export function ProfileModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('settings:profile.title')} size={560} onClose={onClose}>
      <Profile />
      <section className={classes.more} aria-label={t('settings:password.title')}>
        <h3>{t('settings:password.title')}</h3>
        <PasswordForm />
      </section>
    </Dialog>
  )
}
