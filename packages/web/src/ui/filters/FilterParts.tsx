import { IconX } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { useRowFocus } from '../focus/use-row-focus.ts'
import type { CardFilter } from './card-filter.ts'
import classes from './FilterBar.module.css'
import type { FilterChoices } from './filter-choices.ts'
import { partsOf } from './filter-words.ts'

type Props = Pick<FilterChoices, 'board'> & {
  filter: CardFilter
  setFilter: (filter: CardFilter) => void
  /** Has the focus after the last part. */
  after: RefObject<HTMLElement | null>
}

/** The parts of the filter that is in use, each with a way out. */
export function FilterParts({ board, filter, setFilter, after }: Props) {
  const frame = useRef<HTMLUListElement>(null)
  const parts = partsOf(filter, board)
  const passFocus = useRowFocus(frame, parts.length)
  return (
    <ul ref={frame} tabIndex={-1} className={classes.parts} aria-label={t('filters:inUse')}>
      {parts.map(({ key, name, without }, index) => (
        <li key={key}>
          <span title={name}>{name}</span>
          <button
            type="button"
            data-row-menu
            aria-label={t('filters:remove', { name })}
            onClick={() => {
              if (parts.length === 1) after.current?.focus()
              else passFocus(index)
              setFilter(without)
            }}
          >
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
