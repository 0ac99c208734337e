import type { SprintOfCard } from '@rodada/contract/cards'
import { sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { sprintsApi } from '@rodada/contract/sprints'
import { IconArrowsExchange, IconCalendarPlus, IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { sprintTimeText } from '../../../lib/sprint-time.ts'
import { useBoard } from '../board-context.ts'
import { patch } from './card-changes.ts'
import { useCard } from './card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

/** Plans the card into a sprint of its board, or back into the backlog, and offers the way back. */
function usePlan() {
  const { card, write } = useCard()
  const { offerUndo } = useBoard()
  const before = card.sprint
  const send = async (sprint: SprintOfCard | null): Promise<boolean> => {
    const change = patch({ sprint })
    const body = { task_ids: [card.id], sprint_id: sprint?.id ?? null }
    const { ok } = await write({ change, send: () => call(sprintTasksApi.changeMany, { body }), settle: change })
    return ok
  }
  return async (sprint: SprintOfCard | null) => {
    if (!(await send(sprint))) return
    offerUndo(sprint ? t('card:sprint.moved', { sprint: sprint.nome }) : t('card:sprint.left'), () => send(before))
  }
}

/** In which sprint the card is planned: the way there, and the way into another one. What an ended sprint finished stays its own. */
export function SprintFact() {
  const { card, canWrite } = useCard()
  const { sprint } = card
  const link = sprint && (
    <Link
      to="/sprint/$sprintId/board"
      params={{ sprintId: String(sprint.id) }}
      className={classes.value}
      aria-label={t('card:sprint.open', { sprint: sprint.nome })}
    >
      <IconRun size={18} stroke={1.75} aria-hidden="true" className={classes.sign} />
      <span className={classes.cut} title={sprint.nome}>
        {sprint.nome}
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
    queryFn: async ({ signal }) => (await call(sprintsApi.ofBoard, { params: { boardId }, signal })).data,
  })
  if (error && !data) return <p className={popClasses.empty}>{t('card:sprint.problem')}</p>
  if (!data) return <p className={popClasses.empty}>{t('loading')}</p>
  const open = data.filter(({ status }) => status !== 'encerrada')
  const choose = (sprint: SprintOfCard | null) => {
    setPop(null)
    if (sprint?.id !== card.sprint?.id) void plan(sprint)
  }
  return (
    <>
      {open.length === 0 && <p className={popClasses.empty}>{t('card:sprint.empty')}</p>}
      <div className={popClasses.list}>
        {open.map(({ id, nome, data_fim, ...sprint }) => (
          <Option key={id} chosen={id === card.sprint?.id} onChoose={() => choose({ id, nome, data_fim, ended: false })}>
            <span>
              {nome} {sprint.status === 'planejada' && <small>{sprintTimeText({ ...sprint, data_fim })}</small>}
            </span>
          </Option>
        ))}
        {card.sprint && <Option onChoose={() => choose(null)}>{t('card:sprint.leave')}</Option>}
      </div>
    </>
  )
}
