import { boardColorHexes } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { normalize } from '../../lib/text/normalize.ts'
import { ColorChoice } from '../fields/ColorChoice.tsx'
import classes from './LabelPicker.module.css'

export type PickedLabel = { id: number; name: string; color: string }
type Props = {
  labels: readonly PickedLabel[]
  chosen: readonly number[]
  onToggle: (label: PickedLabel, on: boolean) => void
  /** Makes a label of the board and puts it on the card. @returns whether it was made */
  onCreate: (name: string, color: string) => Promise<boolean>
}

/** Labels to put on a card or take off: typing filters, the arrows walk, Enter toggles, and a name that is not there is created. */
export function LabelPicker({ labels, chosen, onToggle, onCreate }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [color, setColor] = useState<string>()
  const [busy, setBusy] = useState(false)
  const wanted = text.trim()
  const found = labels.filter(({ name }) => normalize(name).includes(normalize(wanted)))
  const canCreate = wanted !== '' && !labels.some(({ name }) => normalize(name) === normalize(wanted))
  const count = found.length + (canCreate ? 1 : 0)
  const active = Math.min(at, count - 1)
  const newColor = color ?? boardColorHexes[labels.length % boardColorHexes.length] ?? ''

  const toggle = (label: PickedLabel) => onToggle(label, !chosen.includes(label.id))
  const create = async () => {
    setBusy(true)
    const made = await onCreate(wanted, newColor)
    setBusy(false)
    if (!made) return
    setText('')
    setColor(undefined)
    setAt(0)
  }
  const choose = (index: number) => {
    const label = found[index]
    if (label) toggle(label)
    else if (canCreate && !busy) void create()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      setAt((active + step + count) % count)
      document.getElementById(`${id}-${(active + step + count) % count}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.picker}>
      <input
        type="text"
        className={classes.search}
        role="combobox"
        aria-label={t('kanban:labels.find')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        placeholder={t('kanban:labels.find')}
        value={text}
        maxLength={limits.labelName}
        autoComplete="off"
        data-autofocus
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to choose here
        autoFocus
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {count === 0 && <p className={classes.empty}>{t('kanban:labels.empty')}</p>}
      <div id={`${id}-list`} role="listbox" aria-multiselectable="true" aria-label={t('kanban:labels.title')} className={classes.list}>
        {found.map((label, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are those of the field
          <div
            key={label.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen.includes(label.id)}
            data-active={index === active || undefined}
            className={classes.option}
            style={{ '--c': label.color } as CSSProperties}
            onClick={() => toggle(label)}
          >
            <i aria-hidden="true" />
            <span>{label.name}</span>
            {chosen.includes(label.id) && <IconCheck size={18} stroke={2} aria-hidden />}
          </div>
        ))}
        {canCreate && (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are those of the field
          <div
            id={`${id}-${found.length}`}
            role="option"
            aria-selected="false"
            aria-disabled={busy || undefined}
            data-active={active === found.length || undefined}
            className={classes.option}
            style={{ '--c': newColor } as CSSProperties}
            onClick={() => choose(found.length)}
          >
            <IconPlus size={18} stroke={1.75} aria-hidden />
            <span>{t('kanban:labels.create', { name: wanted })}</span>
            <i aria-hidden="true" />
          </div>
        )}
      </div>
      {canCreate && <ColorChoice label={t('kanban:labels.color')} value={newColor} onChange={setColor} />}
    </div>
  )
}
