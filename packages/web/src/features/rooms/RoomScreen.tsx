import { t } from '../../i18n/index.ts'

/** The voting room. */
export function RoomScreen() {
  return (
    <main id="conteudo" tabIndex={-1}>
      <h1>{t('pages.room')}</h1>
    </main>
  )
}
