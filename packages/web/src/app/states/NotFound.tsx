import { t } from '../../i18n/index.ts'
import { Brand } from '../../ui/page/Brand.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import classes from '../page.module.css'

/** The 404 page. */
export function NotFound() {
  return (
    <div className={classes.plain}>
      <header className={classes.bar}>
        <Brand />
      </header>
      <main id="conteudo" tabIndex={-1}>
        <EmptyState
          art="error"
          level={1}
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={
            <LinkButton to="/" variant="filled">
              {t('backHome')}
            </LinkButton>
          }
        />
      </main>
    </div>
  )
}
