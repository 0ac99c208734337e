import { t } from '../../i18n/index.ts'

/** The page is the table. */
export function LandingScreen() {
  return (
    <main id="conteudo" tabIndex={-1}>
      <h1>{t('pages.landing')}</h1>
    </main>
  )
}
