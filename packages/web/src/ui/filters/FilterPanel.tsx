import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { PopPlace } from '../page/PopButton.tsx'
import { isFiltering, noFilter } from './card-filter.ts'
import { FilterGroups } from './FilterGroups.tsx'
import own from './FilterPanel.module.css'
import { FilterPop } from './FilterPop.tsx'
import type { FilterChoices } from './filter-choices.ts'
import type { FilterInUse } from './use-card-filter.ts'

type Props = FilterChoices & { at: PopPlace; inUse: FilterInUse; search: ReactNode }

/** What the cards of a board can be filtered by, under `search`. */
export function FilterPanel({ at, inUse: { filter, setFilter }, search, ...choices }: Props) {
  const isNone = !isFiltering(filter)
  return (
    <FilterPop at={at} position="bottom-start" label={t('filters:title')}>
      <div className={own.search}>{search}</div>
      <FilterGroups {...choices} filter={filter} setFilter={setFilter} />
      {/* Not disabled: it has the focus when nothing is left to clear, and without focus Escape would not be heard. */}
      <Button size="sm" fullWidth mt={14} aria-disabled={isNone} data-disabled={isNone || undefined} onClick={() => setFilter(noFilter)}>
        {t('filters:clear')}
      </Button>
    </FilterPop>
  )
}
