import { Button } from '@mantine/core'
import { IconCircleDashed } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import type { FilterChoices } from '../../../ui/filters/filter-choices.ts'
import type { FilterInUse } from '../../../ui/filters/use-card-filter.ts'
import classes from './BacklogFilters.module.css'

type Props = {
  board: FilterChoices['board']
  inUse: FilterInUse
  /** Of what is shown, how many have no estimate. */
  unestimated: number
}

/** What of the backlog is shown: a text, people, and filters that are chips with a way out each. */
export function BacklogFilters({ board, inUse, unestimated }: Props) {
  const { filter, setFilter } = inUse
  const isWithout = filter.unestimated
  const search = <SearchBox label={t('planning:search')} value={filter.text} onSearch={(text) => setFilter({ ...filter, text })} />
  return (
    <div className={classes.line}>
      <FilterBar
        board={board}
        inUse={inUse}
        search={search}
        end={
          <Button
            variant={isWithout ? 'light' : 'subtle'}
            className={classes.without}
            aria-pressed={isWithout}
            leftSection={<IconCircleDashed size={18} stroke={1.75} aria-hidden />}
            onClick={() => setFilter({ ...filter, unestimated: !isWithout })}
          >
            {t('planning:unestimatedFilter')} {format.integer(unestimated)}
          </Button>
        }
      >
        <div className={classes.search}>{search}</div>
      </FilterBar>
    </div>
  )
}
