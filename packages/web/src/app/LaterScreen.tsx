import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Stands where a later screen will be. */
export function LaterScreen() {
  return (
    <main id="conteudo" tabIndex={-1}>
      <EmptyState art="board" level={1} title={t('later.title')} text={t('later.text')} />
    </main>
  )
}
