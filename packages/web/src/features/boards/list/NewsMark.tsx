import { t } from '../../../i18n/index.ts'
import { useIsNews } from '../session/news-context.ts'
import classes from './NewsMark.module.css'

/** Others changed the card since the person's last visit. */
export function NewsMark({ cardId }: { cardId: number }) {
  if (!useIsNews(cardId)) return null
  return (
    <span className={classes.mark} title={t('boards:changedSince')}>
      <span className="sr-only">{t('boards:changedSince')}</span>
    </span>
  )
}
