import type { FieldOption } from '@rodada/contract/boards/fields'
import { IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useCard } from '../card-context.ts'
import facts from '../facts/facts.module.css'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import classes from './CardFields.module.css'
import type { EditorProps } from './editor-props.ts'

/** One of the field's options, as a pill in its colour. */
export function ChoiceField({ field, value, onFill }: EditorProps) {
  const { setPop } = useCard()
  const chosen = field.options.find(({ id }) => id === value)
  const choose = (optionId: number | null) => {
    setPop(null)
    onFill(optionId)
  }
  return (
    <Pop
      name={`field-${field.id}`}
      width={240}
      target={
        <button type="button" className={facts.value} aria-label={`${field.name}: ${chosen?.name ?? t('fields:empty')}`}>
          {chosen ? <Pill option={chosen} /> : <span className={facts.none}>{t('fields:empty')}</span>}
        </button>
      }
    >
      <div className={popClasses.list}>
        {field.options.map((option) => (
          <Option key={option.id} chosen={option.id === value} onChoose={() => choose(option.id)}>
            <Pill option={option} />
          </Option>
        ))}
        {chosen && (
          <Option onChoose={() => choose(null)}>
            <IconX size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('fields:clear')}</span>
          </Option>
        )}
      </div>
    </Pop>
  )
}

const Pill = ({ option: { name, color } }: { option: FieldOption }) => (
  <span className={classes.pill} style={{ '--c': color } as CSSProperties}>
    <span>{name}</span>
  </span>
)
