import { cardsApi } from '@rodada/contract/cards'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { fold } from '../../../lib/fold.ts'
import { useBoard } from '../board-context.ts'
import { patch } from './card-changes.ts'
import { useCard } from './card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { LabelForm } from './LabelForm.tsx'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'
import { PopSearch, searchFrom } from './PopSearch.tsx'

type LabelView = { id: number; name: string; color: string }

/** The labels of the card with their colours and names. */
export function LabelChips({ labels }: { labels: readonly LabelView[] }) {
  if (labels.length === 0) return null
  return (
    <ul className={classes.labels} aria-label={t('card:labels.label')}>
      {labels.map(({ id, name, color }) => (
        <li key={id} className={classes.labelChip} style={{ '--c': color } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Puts a label on the card or takes it off. */
function useToggleLabel() {
  const { card, write } = useCard()
  return (label: LabelView, on: boolean) => {
    const others = card.labels.filter(({ id }) => id !== label.id)
    void write({
      change: patch({ labels: on ? [...others, label] : others }),
      send: () =>
        on
          ? call(cardsApi.addLabel, { params: { cardId: card.id }, body: { label_id: label.id } })
          : call(cardsApi.removeLabel, { params: { cardId: card.id, labelId: label.id } }),
      settle: (_, fresh) => fresh,
    })
  }
}

/** Which of the board's labels the card carries. */
export function LabelsFact() {
  const { canWrite } = useCard()
  // Readers have them above the title.
  if (!canWrite) return null
  return (
    <Fact label={t('card:labels.label')}>
      <Pop
        name="labels"
        target={
          <button type="button" className={classes.value} data-shortcut="l">
            <IconTag size={18} stroke={1.75} aria-hidden="true" className={classes.sign} />
            {t('card:labels.choose')}
          </button>
        }
      >
        <Choices />
      </Pop>
    </Fact>
  )
}

function Choices() {
  const { card } = useCard()
  const { labels } = useBoard()
  const toggle = useToggleLabel()
  const [wanted, setWanted] = useState('')
  const [creating, setCreating] = useState(false)
  const on = new Set(card.labels.map(({ id }) => id))
  const found = labels.filter(({ name }) => fold(name).includes(fold(wanted.trim())))
  if (creating)
    return (
      <LabelForm
        name={wanted}
        onDone={(label) => {
          setCreating(false)
          setWanted('')
          if (label) toggle(label, true)
        }}
      />
    )
  return (
    <>
      {labels.length >= searchFrom && <PopSearch label={t('card:labels.find')} value={wanted} onChange={setWanted} />}
      {found.length === 0 && <p className={popClasses.empty}>{t(wanted ? 'card:labels.notFound' : 'card:labels.empty')}</p>}
      <div className={popClasses.list}>
        {found.map((label) => (
          <Option key={label.id} chosen={on.has(label.id)} onChoose={() => toggle(label, !on.has(label.id))}>
            <span className={classes.swatch} style={{ '--c': label.color } as CSSProperties} aria-hidden="true" />
            <span>{label.name}</span>
          </Option>
        ))}
      </div>
      <hr className={popClasses.line} />
      <Option onChoose={() => setCreating(true)}>
        <IconPlus size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('card:labels.create')}</span>
      </Option>
    </>
  )
}
