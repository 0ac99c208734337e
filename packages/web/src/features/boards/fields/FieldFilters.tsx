import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import type { BoardFilter, WantedValue } from '../header/board-filter.ts'
import { Chip, Group, toggled } from '../header/FilterChips.tsx'
import type { useSession } from '../session/board-session.ts'
import { useBoard } from '../session/use-board.ts'

type Props = { filter: BoardFilter; setFilter: (filter: BoardFilter) => void }

/** The fields that the board's cards show, as filters. */
export function FieldFilters({ filter, setFilter }: Props) {
  const { fields } = useBoard()
  return fields
    .filter(({ on_card }) => on_card)
    .map((field) => (
      <FieldGroup
        key={field.id}
        field={field}
        wanted={filter.fields[field.id] ?? []}
        onWanted={(wanted) => setFilter({ ...filter, fields: { ...filter.fields, [field.id]: wanted } })}
      />
    ))
}

type GroupProps = { field: BoardField; wanted: readonly WantedValue[]; onWanted: (wanted: readonly WantedValue[]) => void }

function FieldGroup({ field, wanted, onWanted }: GroupProps) {
  const { members, store } = useBoard()
  const chip = (value: WantedValue, text: string, color?: string) => (
    <Chip
      key={String(value)}
      checked={wanted.includes(value)}
      onToggle={() => onWanted(toggled(wanted, value))}
      style={color ? ({ '--c': color } as CSSProperties) : undefined}
    >
      {color && <i />}
      {text}
    </Chip>
  )
  const { type, name } = field
  const chosen = type === 'person' ? peopleIn(store, field) : new Set<FieldValue>()
  return (
    <Group title={name}>
      {field.options.map(({ id, name: option, color }) => chip(id, option, color))}
      {members.filter(({ user_id }) => chosen.has(user_id)).map(({ user }) => chip(user.id, user.name))}
      {type === 'checkbox' && chip(true, t('fields:filter.ticked'))}
      {type === 'checkbox' && chip(null, t('fields:filter.unticked'))}
      {(type === 'text' || type === 'number' || type === 'date') && chip(true, t('fields:filter.filled'))}
      {type !== 'checkbox' && chip(null, t('fields:filter.empty'))}
    </Group>
  )
}

/** Who is in a field on any of the cards: a board may have hundreds of members. */
const peopleIn = (store: ReturnType<typeof useSession>['store'], { id }: BoardField): ReadonlySet<FieldValue> =>
  new Set([...(store.get().board?.cards.values() ?? [])].flatMap(({ fields }) => fields[id] ?? []))
