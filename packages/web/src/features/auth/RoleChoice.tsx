import { t } from '../../i18n/index.ts'
import classes from './LoginScreen.module.css'

type Role = 'collaborator' | 'manager'

/** The two roles that registration offers. */
export function RoleChoice({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <fieldset className={classes.roles}>
      <legend>{t('auth:fields.role')}</legend>
      {(['collaborator', 'manager'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="role" value={each} checked={role === each} onChange={() => onRole(each)} />
          {t(`auth:fields.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}
