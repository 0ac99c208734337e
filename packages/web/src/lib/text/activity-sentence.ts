import type { ActivityKind } from '@rodada/contract/boards/activities'
import { t } from '../../i18n/index.ts'

type Happened = {
  kind: ActivityKind
  subject: string
  to?: string | null | undefined
  fields?: readonly string[] | undefined
  user: { id: number; name: string } | null
  by_program: boolean
}
type Sentence = { before: string; subject: string; after: string }

/** Stands in the sentence for its subject, which is drawn heavier: no title contains it. */
const gap = '\u0000'

/**
 * 'Caio moveu [Calcular frete] para Concluído': what happened on a board, as one would say it. `me` is told as 'Você'.
 * Its texts are the namespace 'activity'.
 */
export function activitySentence({ kind, subject, to, fields, user, by_program }: Happened, me: number): Sentence {
  const who = whoOf(user, me, by_program)
  const sentence = t(`activity:kinds.${keyOf(kind, to ?? '', user?.name, fields)}`, {
    who,
    what: gap,
    to: to ?? '',
    // How many cards an import brought.
    ...(kind === 'board.imported' && { count: Number(to) }),
  })
  const [before = '', after = ''] = sentence.split(gap)
  return { before, subject, after }
}

function whoOf(user: Happened['user'], me: number, byProgram: boolean): string {
  if (user === null) return t('activity:someone')
  if (byProgram) return user.id === me ? t('activity:yourProgram') : t('activity:program', { name: user.name })
  return user.id === me ? t('activity:you', { name: user.name }) : user.name
}

function keyOf(kind: ActivityKind, to: string, by: string | undefined, fields: readonly string[] = []) {
  if (kind === 'board.updated' && fields.length === 1 && fields[0] === 'deck') return 'board.deck'
  if (kind === 'board.updated' && fields.length === 1 && fields[0] === 'deck_points') return 'board.deckPoints'
  if (to === '') return kind
  if (kind === 'card.moved') return 'card.movedTo'
  if (kind === 'card.assigned') return to === by ? 'card.taken' : 'card.assignedTo'
  return kind
}
