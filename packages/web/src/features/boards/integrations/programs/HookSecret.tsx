import { t } from '../../../../i18n/index.ts'
import { SecretOnce } from '../../../../ui/states/SecretOnce.tsx'

/** The one time that the secret is shown with which a program checks who writes to it. */
export const HookSecret = ({ secret, onKept }: { secret: string; onKept: () => void }) => (
  <SecretOnce
    key={secret}
    title={t('integrations:modal.programs.once')}
    text={t('integrations:modal.programs.onceText')}
    secret={secret}
    copy={t('integrations:modal.programs.copy')}
    kept={t('integrations:modal.programs.kept')}
    onKept={onKept}
  />
)
