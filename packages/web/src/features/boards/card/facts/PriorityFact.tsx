import { priorities } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import { t } from '../../../../i18n/index.ts'
import { PriorityMark } from '../../../../ui/marks/PriorityMark.tsx'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

const Shown = ({ priority }: { priority: Priority }) => (
  <>
    {/* The word stands beside it. */}
    <span aria-hidden="true" className={classes.mark}>
      <PriorityMark priority={priority} />
    </span>
    <span>{t(`card:priority.${priority}`)}</span>
  </>
)

/** How urgent it is, as bars and in a word. */
export function PriorityFact() {
  const { card, canWrite, setPop } = useCard()
  const { update } = useCardFacts()
  const label = t('card:priority.label')
  if (!canWrite)
    return (
      <Fact label={label}>
        <p className={classes.fixed}>
          <Shown priority={card.priority} />
        </p>
      </Fact>
    )
  const choose = (priority: Priority) => {
    setPop(null)
    if (priority !== card.priority) void update(card.id, { priority })
  }
  return (
    <Fact label={label}>
      <Pop
        name="priority"
        width={200}
        target={
          <button type="button" className={classes.value} aria-label={`${label}: ${t(`card:priority.${card.priority}`)}`} data-shortcut="p">
            <Shown priority={card.priority} />
          </button>
        }
      >
        <div className={popClasses.list}>
          {priorities.toReversed().map((priority) => (
            <Option key={priority} chosen={priority === card.priority} onChoose={() => choose(priority)}>
              <Shown priority={priority} />
            </Option>
          ))}
        </div>
      </Pop>
    </Fact>
  )
}
