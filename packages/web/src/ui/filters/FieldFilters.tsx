import type { BoardField } from '@rodada/contract/boards/fields'
import type { CSSProperties } from 'react'
import type { CardFilter, WantedValue } from './card-filter.ts'
import { Chip, Group, toggled } from './FilterChips.tsx'
import type { FilterChoices } from './filter-choices.ts'
import { fieldValueText } from './filter-words.ts'

type Props = FilterChoices & { filter: CardFilter; setFilter: (filter: CardFilter) => void }

/** The fields that the board's cards show, as filters. */
export function FieldFilters({ board, cards, filter, setFilter }: Props) {
  return board.fields
    .filter(({ on_card }) => on_card)
    .map((field) => {
      const wanted = filter.fields[field.id] ?? []
      return (
        <Group key={field.id} title={field.name}>
          {valuesOf(field, wanted, { board, cards }).map((value) => {
            const color = field.options.find(({ id }) => id === value)?.color
            return (
              <Chip
                key={String(value)}
                checked={wanted.includes(value)}
                onToggle={() => setFilter({ ...filter, fields: { ...filter.fields, [field.id]: toggled(wanted, value) } })}
                style={color ? ({ '--c': color } as CSSProperties) : undefined}
              >
                {color && <i />}
                {fieldValueText(field, value, board.members)}
              </Chip>
            )
          })}
        </Group>
      )
    })
}

function valuesOf(field: BoardField, wanted: readonly WantedValue[], { board, cards }: FilterChoices): WantedValue[] {
  if (field.type === 'checkbox') return [true, null]
  if (field.type === 'choice') return [...field.options.map(({ id }) => id), null]
  if (field.type !== 'person') return [true, null]
  // A board may have hundreds of members: those who are in the field on any of the cards.
  const used = new Set([...wanted, ...[...(cards?.values() ?? [])].map(({ fields }) => fields[field.id])])
  return [...board.members.map(({ user }) => user.id).filter((id) => used.has(id)), ...(cards ? [] : [true as const]), null]
}
