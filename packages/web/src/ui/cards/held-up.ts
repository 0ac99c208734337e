import type { CardChange } from '@rodada/contract/cards/cards'

/** Whether a card waits for another one. What is finished or cancelled waits for nothing. */
export const isHeldUp = ({ blocked, status }: Pick<CardChange, 'blocked' | 'status'>): boolean =>
  blocked && status !== 'concluida' && status !== 'cancelada'
