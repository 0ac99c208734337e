import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { IconArrowsExchange, IconCalendarPlus, IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../../i18n/index.ts'
import { callSprints } from '../../../../lib/call/sprint-call.ts'
import { type SprintOfCard, translated } from '../../../../lib/call/sprint-words.ts'
import { sprintTimeText } from '../../../../lib/dates/sprint-time.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

/** Plans the card into a sprint of its board, or back into the backlog. */
function usePlan() {
  const { card } = useCard()
  const { plan, sendPlan } = useCardFacts()
  const before = translated(card.sprint)
  const problem = t('card:problems.update')
  return (sprint: SprintOfCard | null) =>
    plan([card.id], sprint, {
      planned: sprint ? t('card:sprint.moved', { sprint: sprint.name }) : t('card:sprint.left'),
      problem,
      back: () => sendPlan([card.id], before, problem),
    })
}

/** In which sprint the card is planned: the way there, and the way into another one. What an ended sprint finished stays its own. */
export function SprintFact() {
  const { card, canWrite } = useCard()
  const sprint = translated(card.sprint)
  const link = sprint && (
    <Link
      to="/sprint/$sprintId/board"
      params={{ sprintId: String(sprint.id) }}
      className={classes.value}
      aria-label={t('card:sprint.open', { sprint: sprint.name })}
    >
      <IconRun size={18} stroke={1.75} aria-hidden="true" className={classes.sign} />
      <span className={classes.cut} title={sprint.name}>
        {sprint.name}
      </span>
      {sprint.ended && <span className={classes.none}>{t('card:sprint.ended')}</span>}
    </Link>
  )
  if (!canWrite || sprint?.ended)
    return (
      <Fact label={t('card:sprint.label')}>{link ?? <p className={`${classes.fixed} ${classes.none}`}>{t('card:sprint.none')}</p>}</Fact>
    )
  const Sign = sprint ? IconArrowsExchange : IconCalendarPlus
  return (
    <Fact label={t('card:sprint.label')}>
      {link}
      <Pop
        name="sprint"
        target={
          <button type="button" className={sprint ? `${classes.value} ${classes.minor}` : classes.value}>
            <Sign size={18} stroke={1.75} aria-hidden="true" className={classes.sign} />
            {t(sprint ? 'card:sprint.change' : 'card:sprint.choose')}
          </button>
        }
      >
        <Choices />
      </Pop>
    </Fact>
  )
}

function Choices() {
  const { card, setPop } = useCard()
  const { boardId } = useBoard()
  const plan = usePlan()
  const { data, error } = useQuery({
    queryKey: ['sprints', 'ofBoard', boardId],
    queryFn: async ({ signal }) => (await callSprints(sprintsApi.ofBoard, { params: { boardId }, signal })).data,
  })
  if (error && !data) return <p className={popClasses.empty}>{t('card:sprint.problem')}</p>
  if (!data) return <p className={popClasses.empty}>{t('loading')}</p>
  const open = data.filter(({ status }) => status !== 'ended')
  const choose = (sprint: SprintOfCard | null) => {
    setPop(null)
    if (sprint?.id !== card.sprint?.id) void plan(sprint)
  }
  return (
    <>
      {open.length === 0 && <p className={popClasses.empty}>{t('card:sprint.empty')}</p>}
      <div className={popClasses.list}>
        {open.map(({ id, name, ends_on, ...sprint }) => (
          <Option key={id} chosen={id === card.sprint?.id} onChoose={() => choose({ id, name, ends_on, ended: false })}>
            <span>
              {name} {sprint.status === 'planned' && <small>{sprintTimeText({ ...sprint, ends_on })}</small>}
            </span>
          </Option>
        ))}
        {card.sprint && <Option onChoose={() => choose(null)}>{t('card:sprint.leave')}</Option>}
      </div>
    </>
  )
}
