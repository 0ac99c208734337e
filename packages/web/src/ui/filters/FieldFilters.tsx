import type { BoardField } from '@rodada/contract/boards/fields'
import { type CSSProperties, useState } from 'react'
import { t } from '../../i18n/index.ts'
import classes from '../fields/fields.module.css'
import { asksField, type CardFilter, type WantedValue } from './card-filter.ts'
import { FieldCondition } from './FieldCondition.tsx'
import { Chip, Group, toggled } from './FilterChips.tsx'
import own from './FilterPanel.module.css'
import type { FilterChoices } from './filter-choices.ts'
import { fieldValueText } from './filter-words.ts'

/** Members of a board who are all offered. */
const fewMembers = 12

type Props = FilterChoices & { filter: CardFilter; setFilter: (filter: CardFilter) => void }

/** The fields of the board as filters: those that cards show, those in use, and the others folded. */
export function FieldFilters(props: Props) {
  const { board, filter } = props
  const isOpen = (field: BoardField) => field.on_card || asksField(filter, field.id)
  // What is folded stays where it is while it is open: a chip that moves away under the finger is lost.
  const [others] = useState(() => new Set(board.fields.filter((field) => !isOpen(field)).map(({ id }) => id)))
  const folded = board.fields.filter(({ id }) => others.has(id))
  return (
    <>
      <FieldGroups {...props} fields={board.fields.filter(({ id }) => !others.has(id))} />
      {folded.length > 0 && (
        <details>
          <summary className={own.more}>{t('filters:moreFields', { count: folded.length })}</summary>
          <div className={classes.form}>
            <FieldGroups {...props} fields={folded} />
          </div>
        </details>
      )}
    </>
  )
}

function FieldGroups({ fields, board, cards, filter, setFilter }: Props & { fields: readonly BoardField[] }) {
  return fields.map((field) => {
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
        {isWritten(field) && (
          <FieldCondition
            field={field}
            condition={filter.conditions[field.id] ?? {}}
            onChange={(condition) => setFilter({ ...filter, conditions: { ...filter.conditions, [field.id]: condition } })}
          />
        )}
      </Group>
    )
  })
}

/** Whether what is in the field is written, so that no list could offer it. */
const isWritten = ({ type }: BoardField): boolean => type === 'text' || type === 'number' || type === 'date'

function valuesOf(field: BoardField, wanted: readonly WantedValue[], { board, cards }: FilterChoices): WantedValue[] {
  if (field.type === 'checkbox') return [true, null]
  if (field.type === 'choice') return [...field.options.map(({ id }) => id), null]
  if (field.type !== 'person') return [true, null]
  const members = board.members.map(({ user }) => user.id)
  if (members.length <= fewMembers) return [...members, null]
  // Of hundreds of members, those who are in the field on any of the cards.
  const used = new Set([...wanted, ...[...(cards?.values() ?? [])].map(({ fields }) => fields[field.id])])
  return [...members.filter((id) => used.has(id)), true, null]
}
