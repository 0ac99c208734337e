import { boardsApi } from '@rodada/contract/boards'
import { cardsApi } from '@rodada/contract/cards'
import { IconTag } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { LabelPicker } from '../../../ui/kanban/LabelPicker.tsx'
import { tellProblem } from '../../../ui/tell-problem.ts'
import { useBoard } from '../board-context.ts'
import { patch } from './card-changes.ts'
import { useCard } from './card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Pop } from './Pop.tsx'

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
  const { labels, boardId, refreshChanges } = useBoard()
  const toggle = useToggleLabel()
  const create = async (name: string, color: string) => {
    try {
      const label = await call(boardsApi.addLabel, { params: { boardId }, body: { name, color } })
      void refreshChanges()
      toggle(label, true)
      return true
    } catch (reason) {
      tellProblem(t('kanban:labels.problem'), reason)
      return false
    }
  }
  return <LabelPicker labels={labels} chosen={card.labels.map(({ id }) => id)} onToggle={toggle} onCreate={create} />
}
