import { useMatches } from '@tanstack/react-router'
import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './LaterScreen.module.css'

/** Stands where a later screen will be, behind the guard of that screen. */
export function LaterScreen() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  return (
    <>
      {page && <h1>{t(`pages.${page}`)}</h1>}
      <div className={classes.panel}>
        <EmptyState
          art="board"
          level={2}
          title={t('later.title')}
          text={t('later.text')}
          action={
            <LinkButton to="/" variant="filled">
              {t('later.action')}
            </LinkButton>
          }
        />
      </div>
    </>
  )
}
