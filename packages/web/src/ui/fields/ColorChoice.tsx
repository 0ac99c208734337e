import { boardColors } from '@rodada/contract/boards/settings'
import { useId } from 'react'
import { t } from '../../i18n/index.ts'
import classes from './ColorChoice.module.css'
import { Swatch } from './Swatch.tsx'

type Props = { label: string; value: string; onChange: (color: string) => void }

const colors = Object.entries(boardColors) as [keyof typeof boardColors, string][]

/** The eight colours of boards and labels, each with its name for those who hear it. */
export function ColorChoice({ label, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.colors}>
      <legend>{label}</legend>
      {colors.map(([key, color]) => (
        <label key={key} title={t(`colors.${key}`)}>
          <input type="radio" name={name} checked={value === color} onChange={() => onChange(color)} />
          <Swatch color={color} size={32} />
          <span className="sr-only">{t(`colors.${key}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
