import { Button, Popover } from '@mantine/core'
import { priorities } from '@rodada/contract/board-settings'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { readUserData } from '../../lib/storage.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from '../../ui/fields.module.css'
import { IconButton } from '../../ui/IconButton.tsx'
import { type BoardFilter, type DueFilter, filterCount, isFiltering, noFilter } from './board-filter.ts'
import { useBoardPart } from './board-session.ts'
import { useBoardUi } from './board-ui.ts'
import own from './FilterMenu.module.css'

const dues: { value: DueFilter; text: 'late' | 'today' | 'week' | 'noDue' }[] = [
  { value: 'late', text: 'late' },
  { value: 'today', text: 'today' },
  { value: 'week', text: 'week' },
  { value: 'none', text: 'noDue' },
]

/** The filters of a board. `search` stands on top where the header has no room for it. */
export function FilterMenu({ search }: { search: ReactNode }) {
  const { filter, setFilter, filterOpen, setFilterOpen } = useBoardUi()
  const count = filterCount(filter)
  const label = count > 0 ? t('boards:filter.openCount', { count }) : t('boards:filter.open')
  return (
    <Popover opened={filterOpen} onChange={setFilterOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <IconButton label={label} badge={count} aria-expanded={filterOpen} onClick={() => setFilterOpen(!filterOpen)}>
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={own.dropdown} aria-label={t('boards:filter.title')}>
        <div className={own.search}>{search}</div>
        <Groups filter={filter} setFilter={setFilter} />
        <Button size="sm" fullWidth mt={14} disabled={!isFiltering(filter)} onClick={() => setFilter(noFilter)}>
          {t('boards:search.clear')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

type GroupsProps = { filter: BoardFilter; setFilter: (filter: BoardFilter) => void }

function Groups({ filter, setFilter }: GroupsProps) {
  const labels = useBoardPart(({ frame }) => frame.labels, [])
  const members = useBoardPart(({ frame }) => frame.members, [])
  const me = readUserData()?.id ?? 0
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={first} className={classes.form}>
      <Group title={t('boards:filter.labels')}>
        {labels.length === 0 && <p className={classes.hint}>{t('boards:filter.noLabels')}</p>}
        {labels.map(({ id, name, color }) => (
          <Chip
            key={id}
            checked={filter.labels.includes(id)}
            onToggle={() => setFilter({ ...filter, labels: toggled(filter.labels, id) })}
            style={{ '--c': color } as CSSProperties}
          >
            <i />
            {name}
          </Chip>
        ))}
      </Group>
      <Group title={t('boards:filter.members')}>
        <Chip checked={filter.people.includes(me)} onToggle={() => setFilter({ ...filter, people: toggled(filter.people, me) })}>
          {t('boards:filter.mine')}
        </Chip>
        <Chip checked={filter.people.includes(null)} onToggle={() => setFilter({ ...filter, people: toggled(filter.people, null) })}>
          {t('boards:filter.nobody')}
        </Chip>
        {members
          .filter(({ user_id }) => user_id !== me)
          .map(({ user }) => (
            <Chip
              key={user.id}
              checked={filter.people.includes(user.id)}
              onToggle={() => setFilter({ ...filter, people: toggled(filter.people, user.id) })}
            >
              <Avatar name={user.name} avatar={user.avatar_url} size={18} />
              {user.name}
            </Chip>
          ))}
      </Group>
      <Group title={t('boards:filter.due')}>
        {dues.map(({ value, text }) => (
          <Chip key={value} checked={filter.due.includes(value)} onToggle={() => setFilter({ ...filter, due: toggled(filter.due, value) })}>
            {t(`boards:filter.${text}`)}
          </Chip>
        ))}
      </Group>
      <Group title={t('boards:filter.priority')}>
        {priorities.map((priority) => (
          <Chip
            key={priority}
            checked={filter.priorities.includes(priority)}
            onToggle={() => setFilter({ ...filter, priorities: toggled(filter.priorities, priority) })}
          >
            {t(`priority.${priority}`)}
          </Chip>
        ))}
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.field}>
      <legend className={own.legend}>{title}</legend>
      <div className={classes.chips}>{children}</div>
    </fieldset>
  )
}

type ChipProps = { checked: boolean; onToggle: () => void; style?: CSSProperties; children: ReactNode }

function Chip({ checked, onToggle, style, children }: ChipProps) {
  return (
    <label className={classes.chip} style={style}>
      <input type="checkbox" checked={checked} onChange={onToggle} />
      {children}
    </label>
  )
}

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
