import { t } from '../../i18n/index.ts'

/** Login and registration. */
export function LoginScreen() {
  return (
    <main id="conteudo" tabIndex={-1}>
      <h1>{t('auth:enter')}</h1>
    </main>
  )
}
