import type { CardHit } from '@rodada/contract/cards/cards'
import { IconBan, IconCalendarPlus, IconCircleCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { readDue } from '../../lib/dates/near.ts'
import { MiniCard } from '../../ui/estimate/MiniCard.tsx'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { PriorityMark } from '../../ui/marks/PriorityMark.tsx'
import classes from './OpenTasks.module.css'
import { nothing } from './period.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const statusIcons = {
  pendente: IconCircleDashed,
  em_andamento: IconProgress,
  impedimento: IconBan,
  concluida: IconCircleCheck,
  cancelada: IconBan,
}

type Props = { card: CardHit; isLeaving: boolean; onComplete: () => void; onDate: () => void }

/** An open task: its circle completes it, the row opens it, its date changes when it is due. A guest of its board only reads these. */
export function TaskRow({ card, isLeaving, onComplete, onDate }: Props) {
  const { id, key, title, board_id, status, estimate, sprint } = card
  const StatusIcon = isLeaving ? IconCircleCheck : statusIcons[status]
  const due = card.due_date === null ? null : readDue(card.due_date)
  const points = estimate === null ? null : format.points(estimate)
  return (
    <li className={classes.row} data-task={id} data-status={status} data-leaving={isLeaving || undefined}>
      {card.can_write ? (
        <button
          type="button"
          className={classes.complete}
          data-complete
          aria-disabled={isLeaving}
          aria-label={t('work:complete.done', { title })}
          title={t('myTasks:completeHint', { status: t(`status.${status}`) })}
          onClick={() => !isLeaving && onComplete()}
        >
          <StatusIcon {...icon} className={classes.status} />
          <IconCircleCheck {...icon} className={classes.check} />
        </button>
      ) : (
        <span className={classes.complete} role="img" aria-label={t(`status.${status}`)} title={t(`status.${status}`)}>
          <StatusIcon {...icon} />
        </span>
      )}
      <span className={classes.priority}>
        <PriorityMark priority={card.priority} />
      </span>
      <span className={classes.key}>{key}</span>
      <Link
        className={classes.title}
        to="/my-tasks"
        search={{ ...nothing, card: String(id), quadro: String(board_id) }}
        resetScroll={false}
        title={title}
        data-open
      >
        {title}
      </Link>
      <span className={classes.where} title={`${card.board_title}, ${card.list_title}`}>
        <Swatch color={card.board_color} size={16} />
        <span className={classes.board}>
          {card.board_title}
          <span className={classes.list}>, {card.list_title}</span>
        </span>
        {sprint && <span className={classes.sprint}>{sprint.nome}</span>}
      </span>
      <span className={classes.points} title={points ?? t('myTasks:unestimated')}>
        <MiniCard face={estimate === null ? undefined : format.number(estimate)} />
        <span className="sr-only">{points ?? t('myTasks:unestimated')}</span>
      </span>
      {card.can_write ? (
        <button
          type="button"
          className={classes.due}
          data-tone={due?.tone}
          data-set-due
          aria-haspopup="dialog"
          aria-label={due ? t('myTasks:changeDue', { title, when: due.text }) : t('myTasks:giveDue', { title })}
          title={card.due_date === null ? undefined : format.fullDay(card.due_date)}
          onClick={onDate}
        >
          {due ? due.text : <IconCalendarPlus {...icon} />}
        </button>
      ) : (
        <span className={classes.due} data-tone={due?.tone} title={card.due_date === null ? undefined : format.fullDay(card.due_date)}>
          {due?.text}
        </span>
      )}
    </li>
  )
}
