import { useId } from 'react'
import { t } from '../../../i18n/index.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import classes from './system.module.css'

/** Days are 'YYYY-MM-DD', in the person's time zone; empty for none. */
export type Chosen = { q: string; kind: string; from: string; until: string }
export const nothingChosen: Chosen = { q: '', kind: '', from: '', until: '' }

type Props = {
  search: string
  kindLabel: string
  anyKind: string
  kinds: readonly (readonly [value: string, label: string])[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** Text, kind and period: what the log and the audit log are filtered by. */
export function Filters({ search, kindLabel, anyKind, kinds, chosen, onChoose }: Props) {
  const id = useId()
  const choose = (change: Partial<Chosen>) => onChoose({ ...chosen, ...change })
  return (
    <div className={classes.filters}>
      <SearchBox className={classes.search} label={search} value={chosen.q} onSearch={(q) => choose({ q })} />
      <label htmlFor={`${id}-kind`}>
        <span>{kindLabel}</span>
        <select id={`${id}-kind`} value={chosen.kind} onChange={({ currentTarget }) => choose({ kind: currentTarget.value })}>
          <option value="">{anyKind}</option>
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'until'] as const).map((name) => (
        <div key={name} className={classes.filter}>
          <label htmlFor={`${id}-${name}`}>{t(`system:filters.${name}`)}</label>
          <DateField
            id={`${id}-${name}`}
            label={t(`system:filters.${name}`)}
            value={chosen[name]}
            min={name === 'until' && chosen.from !== '' ? chosen.from : undefined}
            max={name === 'from' && chosen.until !== '' ? chosen.until : undefined}
            onChange={(day) => choose({ [name]: day })}
          />
        </div>
      ))}
    </div>
  )
}
