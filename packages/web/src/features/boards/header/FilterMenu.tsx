import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useBoardUi } from '../session/board-ui.ts'
import { filterCount, isFiltering, noFilter } from './board-filter.ts'
import own from './FilterMenu.module.css'

const FilterGroups = lazyPart(async () => (await import('./FilterGroups.tsx')).FilterGroups)

/** The filters of a board. `search` stands on top where the header has no room for it. */
export function FilterMenu({ search }: { search: ReactNode }) {
  const { filter, setFilter, filterOpen, setFilterOpen } = useBoardUi()
  const count = filterCount(filter)
  const label = count > 0 ? t('boards:filter.openCount', { count }) : t('boards:filter.open')
  return (
    <Popover opened={filterOpen} onChange={setFilterOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <IconButton label={label} badge={count} aria-expanded={filterOpen} onClick={() => setFilterOpen(!filterOpen)}>
          <IconFilter size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={own.dropdown} aria-label={t('boards:filter.title')}>
        <div className={own.search}>{search}</div>
        <FilterGroups filter={filter} setFilter={setFilter} />
        <Button size="sm" fullWidth mt={14} disabled={!isFiltering(filter)} onClick={() => setFilter(noFilter)}>
          {t('boards:search.clear')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
