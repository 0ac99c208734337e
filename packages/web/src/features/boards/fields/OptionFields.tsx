import { Button } from '@mantine/core'
import { boardColorHexes, boardColors } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import own from './Fields.module.css'

/** An option as the form has it; one that the server does not know yet has no id. */
export type OptionDraft = { id?: number | undefined; name: string; color: string; key?: number }

let lastKey = 0
const freshOption = (at: number): OptionDraft => {
  lastKey -= 1
  return { name: '', color: boardColorHexes[at % boardColorHexes.length] ?? boardColors.azul, key: lastKey }
}
/** What a new choice begins with. */
export const firstOptions: readonly OptionDraft[] = [freshOption(0), freshOption(1)]

/** One that cards may have: emptying its name does not say that they lose it. */
export const isNameless = ({ id, name }: OptionDraft): boolean => id !== undefined && name.trim() === ''

const colors = Object.entries(boardColors) as [keyof typeof boardColors, string][]

type Props = {
  options: readonly OptionDraft[]
  onChange: (options: readonly OptionDraft[]) => void
  isNew: boolean
  /** Names that are missing are shown as missing. */
  isChecked: boolean
}

/** The options of a choice, each with its name and colour. */
export function OptionFields({ options, onChange, isNew, isChecked }: Props) {
  const problemId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
  }, [added])
  const put = (at: number, change: Partial<OptionDraft>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...change } : option)))
  return (
    <fieldset className={classes.field}>
      <legend>{t('fields:options')}</legend>
      <ul ref={list} className={own.options}>
        {options.map((option, at) => {
          const { id, key, name, color } = option
          const isWrong = isChecked && isNameless(option)
          const called = name.trim() || t('fields:option', { position: at + 1 })
          return (
            <li key={id ?? key}>
              <span className={own.color}>
                <span className={own.tile} style={{ '--c': color } as CSSProperties} />
                <select
                  aria-label={t('fields:optionColor', { name: called })}
                  value={color}
                  onChange={(event) => put(at, { color: event.currentTarget.value })}
                >
                  {colors.map(([known, hex]) => (
                    <option key={known} value={hex}>
                      {t(`colors.${known}`)}
                    </option>
                  ))}
                </select>
              </span>
              <input
                name={id === undefined ? undefined : `option-${id}`}
                className={classes.input}
                aria-label={t('fields:option', { position: at + 1 })}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? problemId : undefined}
                value={name}
                maxLength={limits.fieldName}
                autoComplete="off"
                onChange={(event) => put(at, { name: event.currentTarget.value })}
              />
              <IconButton
                label={t('fields:optionRemove', { name: called })}
                onClick={() => onChange(options.filter((_, index) => index !== at))}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {isChecked && options.some(isNameless) && (
        <p id={problemId} role="alert" className={classes.problem}>
          {t('fields:optionNameless')}
        </p>
      )}
      {!isNew && <p className={classes.hint}>{t('fields:optionGone')}</p>}
      {options.length < limits.fieldOptions && (
        <Button
          size="sm"
          className={own.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            onChange([...options, freshOption(options.length)])
            setAdded((count) => count + 1)
          }}
        >
          {t('fields:optionAdd')}
        </Button>
      )}
    </fieldset>
  )
}
