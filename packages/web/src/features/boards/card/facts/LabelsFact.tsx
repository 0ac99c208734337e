import { boardsApi } from '@rodada/contract/boards/board-calls'
import { IconTag } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { LabelPicker } from '../../../../ui/kanban/LabelPicker.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
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
  const { labels, boardId, writes } = useBoard()
  const facts = useCardFacts()
  const create = async (name: string, color: string) => {
    const send = () => call(boardsApi.addLabel, { params: { boardId }, body: { name, color } })
    const label = await writes.perform(null, send, t('kanban:labels.problem'))
    if (label) void facts.label(card.id, label, true)
    return label !== null
  }
  return (
    <LabelPicker
      labels={labels}
      chosen={card.labels.map(({ id }) => id)}
      onToggle={(label, on) => void facts.label(card.id, label, on)}
      onCreate={create}
    />
  )
}
