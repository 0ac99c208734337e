import { Button } from '@mantine/core'
import { IconBookmark, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { lazyPart } from '../lazy-part.tsx'
import { lazyPop, PopButton } from '../page/PopButton.tsx'
import { announce } from '../states/LiveRegion.tsx'
import { filterCount, isFiltering, noFilter } from './card-filter.ts'
import classes from './FilterBar.module.css'
import type { FilterChoices } from './filter-choices.ts'
import { PeopleStrip } from './PeopleStrip.tsx'
import type { FilterInUse } from './use-card-filter.ts'

const panel = lazyPop(async () => (await import('./FilterPanel.tsx')).FilterPanel, ['filters'])
const saved = lazyPop(async () => (await import('./SavedFilters.tsx')).SavedFilters, ['filters'])
const FilterParts = lazyPart(async () => (await import('./FilterParts.tsx')).FilterParts, { texts: ['filters'], otherwise: () => null })

type Props = FilterChoices & {
  inUse: FilterInUse
  /** A search box that stands on top of the filters, on phones. */
  search: ReactNode
  /** What stands before the filters, and at the end of the line. */
  children?: ReactNode
  end?: ReactNode
  /** Its end takes much room: on all but wide screens the saved filters are a sign alone. */
  crowded?: boolean
  /** Whether the filters are open, where a key opens them, too. */
  opened?: boolean
  onOpen?: (opened: boolean) => void
}

/** The line under the head of a board: whose cards, which cards, and what is filtered by. */
export function FilterBar({ board, cards, inUse, search, children, end, crowded, ...props }: Props) {
  const { filter, setFilter } = inUse
  const own = useState(false)
  const { opened = own[0], onOpen = own[1] } = props
  const button = useRef<HTMLButtonElement>(null)
  const count = filterCount(filter)
  const hasParts = count > filter.people.length
  const clear = () => {
    button.current?.focus()
    setFilter(noFilter)
    announce(t('kanban:filter.cleared'))
  }
  return (
    <div className={classes.bar} data-crowded={crowded || undefined}>
      {children}
      <div className={classes.faces}>
        <PeopleStrip board={board} cards={cards} filter={filter} setFilter={setFilter} />
      </div>
      {hasParts && <FilterParts board={board} filter={filter} setFilter={setFilter} after={button} />}
      <PopButton
        button={button}
        fetch={panel.fetch}
        content={(at) => <panel.Pop at={at} board={board} cards={cards} inUse={inUse} search={search} />}
        kind="dialog"
        opened={opened}
        onChange={onOpen}
      >
        <Button
          variant="subtle"
          className={classes.open}
          leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
          aria-label={count > 0 ? t('kanban:filter.openCount', { count }) : undefined}
        >
          {t('kanban:filter.open')}
          {/* Drawn, and no text: the name says it in words. */}
          {count > 0 && <span className={classes.count} data-count={count} aria-hidden="true" />}
        </Button>
      </PopButton>
      {isFiltering(filter) && (
        <Button variant="subtle" className={classes.clear} onClick={clear}>
          {t('kanban:filter.clear')}
        </Button>
      )}
      <span className={classes.gap} />
      <PopButton fetch={saved.fetch} content={(at) => <saved.Pop at={at} board={board} inUse={inUse} />} kind="dialog">
        <Button variant="subtle" className={classes.saved} leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden />}>
          <span className={classes.savedText}>{t('kanban:filter.saved')}</span>
        </Button>
      </PopButton>
      {end && <div className={classes.end}>{end}</div>}
    </div>
  )
}
