import { t } from '../../i18n/index.ts'

/** Choice among the eight tiles. */
export function AvatarScreen() {
  return (
    <main id="conteudo" tabIndex={-1}>
      <h1>{t('pages.avatar')}</h1>
    </main>
  )
}
