import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { useMore } from '../../lib/use-more.ts'
import classes from './MoreButton.module.css'

type Props = {
  query: UseInfiniteQueryResult<{ pages: unknown[] }>
  /** What the button says; 'Mostrar mais' unless told. */
  label?: string
}

/** A button while there is more. A page that failed is asked for again by the same press. */
export function MoreButton({ query, label = t('more') }: Props) {
  const { isLoading, more } = useMore(query)
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <p role="alert">{query.error?.message}</p>}
      <Button loading={isLoading} onClick={more}>
        {label}
      </Button>
    </div>
  )
}
