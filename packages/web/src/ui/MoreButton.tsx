import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../i18n/index.ts'
import classes from './MoreButton.module.css'

/** 'Mostrar mais', while there is more. A page that failed is asked for again by the same press. */
export function MoreButton({ query }: { query: UseInfiniteQueryResult<unknown> }) {
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <p role="alert">{query.error?.message}</p>}
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  )
}
