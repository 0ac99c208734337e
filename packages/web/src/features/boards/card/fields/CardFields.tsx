import type { BoardField } from '@rodada/contract/boards/fields'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import { IconUserOff } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { fieldText, valueIn } from '../../../../ui/cards/field-text.ts'
import { DateField } from '../../../../ui/fields/DateField.tsx'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { Fact } from '../facts/Fact.tsx'
import facts from '../facts/facts.module.css'
import { Option } from '../facts/Option.tsx'
import { PeopleOptions } from '../facts/PeopleOptions.tsx'
import { Pop } from '../facts/Pop.tsx'
import classes from './CardFields.module.css'
import { ChoiceField } from './ChoiceField.tsx'
import type { EditorProps } from './editor-props.ts'
import { TypedField } from './TypedField.tsx'

/** What the card has in the fields of its board, each filled in where it stands. */
export function CardFields() {
  const { fields } = useBoard()
  return (
    <section className={classes.section} aria-labelledby="card-fields">
      <h3 id="card-fields" className={classes.title}>
        {t('fields:title')}
      </h3>
      <div className={facts.grid}>
        {fields.map((field) => (
          <FieldFact key={field.id} field={field} />
        ))}
      </div>
    </section>
  )
}

const editors = { text: TypedField, number: TypedField, date: DayField, checkbox: TickField, choice: ChoiceField, person: PersonField }

function FieldFact({ field }: { field: BoardField }) {
  const { card, canWrite } = useCard()
  const { members } = useBoard()
  const { fill } = useCardFacts()
  const value = valueIn(card.fields, field)
  const onFill = (next: FieldValue | null) => {
    if (next !== value) void fill(card.id, field.id, next)
  }
  const Editor = editors[field.type]
  return (
    <Fact label={field.name} wide={field.type === 'text' || field.type === 'date'}>
      {canWrite || field.type === 'checkbox' ? (
        <Editor field={field} value={value} onFill={onFill} />
      ) : (
        <p className={facts.fixed}>{fieldText(field, value, members) ?? <span className={facts.none}>{t('fields:empty')}</span>}</p>
      )}
    </Fact>
  )
}

function DayField({ field, value, onFill }: EditorProps) {
  return <DateField plain label={field.name} value={typeof value === 'string' ? value : null} onChange={(day) => onFill(day || null)} />
}

/** Also those who only read see a box. */
function TickField({ field, value, onFill }: EditorProps) {
  const { canWrite } = useCard()
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={value === true}
        disabled={!canWrite}
        aria-label={field.name}
        onChange={(event) => onFill(event.currentTarget.checked || null)}
      />
      <span aria-hidden="true">{t(value === true ? 'fields:ticked' : 'fields:unticked')}</span>
    </label>
  )
}

function PersonField({ field, value, onFill }: EditorProps) {
  const { setPop } = useCard()
  const { members } = useBoard()
  const person = members.find(({ user_id }) => user_id === value)?.user
  const choose = (userId: number | null) => {
    setPop(null)
    onFill(userId)
  }
  return (
    <Pop
      name={`field-${field.id}`}
      target={
        <button type="button" className={facts.value} aria-label={`${field.name}: ${person?.name ?? t('fields:empty')}`}>
          {person ? (
            <>
              <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
              <span className={facts.cut}>{person.name}</span>
            </>
          ) : (
            <span className={facts.none}>{t('fields:empty')}</span>
          )}
        </button>
      }
    >
      <PeopleOptions chosen={person ? [person.id] : []} onChoose={({ id }) => choose(id)}>
        {person && (
          <Option onChoose={() => choose(null)}>
            <IconUserOff size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('fields:clear')}</span>
          </Option>
        )}
      </PeopleOptions>
    </Pop>
  )
}
