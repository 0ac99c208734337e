import { boardColors } from '@rodada/contract/board-settings'
import { type CSSProperties, useId } from 'react'
import { t } from '../../i18n/index.ts'
import classes from './fields.module.css'

type Props = { label: string; value: string; onChange: (color: string) => void }

const colors = Object.entries(boardColors) as [keyof typeof boardColors, string][]

/** The eight colours, each with its name for those who hear it. */
export function ColorChoice({ label, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.colors}>
        {colors.map(([key, color]) => (
          <label key={key} className={classes.color} style={{ '--c': color } as CSSProperties} title={t(`boards:colors.${key}`)}>
            <input
              type="radio"
              name={name}
              checked={value === color}
              aria-label={t(`boards:colors.${key}`)}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
