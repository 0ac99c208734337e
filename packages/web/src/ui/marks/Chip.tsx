import type { WorkStatus } from '@rodada/contract/core/fields'
import { IconBan, IconCircleCheck, IconCircleDashed, IconCircleX, IconProgress } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import classes from './Chip.module.css'

export type ChipTone = 'neutral' | 'brand' | 'accent' | 'ok' | 'warn' | 'danger'

/** A word about something, on a tint. */
export function Chip({ tone = 'neutral', struck = false, children }: { tone?: ChipTone; struck?: boolean; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone} data-struck={struck || undefined}>
      {children}
    </span>
  )
}

const statuses = {
  pendente: { tone: 'neutral', icon: IconCircleDashed },
  em_andamento: { tone: 'brand', icon: IconProgress },
  concluida: { tone: 'ok', icon: IconCircleCheck },
  impedimento: { tone: 'danger', icon: IconBan },
  cancelada: { tone: 'neutral', icon: IconCircleX },
} as const

/** The status of a task, the same colour and sign everywhere; or the list that gives it. */
export function StatusChip({ status, children = t(`status.${status}`) }: { status: WorkStatus; children?: ReactNode }) {
  const { tone, icon: Icon } = statuses[status]
  return (
    <Chip tone={tone} struck={status === 'cancelada'}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </Chip>
  )
}
