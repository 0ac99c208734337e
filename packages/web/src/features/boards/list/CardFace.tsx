import { memo, useMemo } from 'react'
import { t } from '../../../i18n/index.ts'
import { CardFace as Face } from '../../../ui/kanban/CardFace.tsx'
import { FieldMarks } from '../../../ui/kanban/FieldMarks.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useIsChosen } from '../selection/ChooseBox.tsx'
import { useBoardLook } from '../session/board-look.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { NewsMark } from './NewsMark.tsx'

const Cover = lazyPart(async () => (await import('./Cover.tsx')).Cover, { otherwise: () => null })
const none: never[] = []

const DenseFace = lazyPart(async () => (await import('../../../ui/kanban/DenseFace.tsx')).DenseFace, {
  // As high as a card: an empty place would make room for the whole list.
  meanwhile: () => <div style={{ height: '2.75rem' }} />,
})

/** A card of the board as its list shows it. */
export const CardFace = memo(function CardFace({ cardId }: { cardId: number }) {
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const all = useBoardPart(({ frame }) => frame.labels, none)
  const ids = card?.label_ids ?? none
  const labels = useMemo(() => (ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : none), [all, ids])
  const members = useBoardPart(({ frame }) => frame.members, none)
  const taking = card?.participant_ids ?? none
  const participants = useMemo(
    () => (taking.length > 0 ? members.flatMap(({ user }) => (taking.includes(user.id) ? [user] : [])) : none),
    [members, taking],
  )
  const fields = useBoardPart(({ frame }) => frame.fields, none)
  const isChosen = useIsChosen(cardId)
  const { dense, lanes } = useBoardLook(useSession().boardId)
  if (!card) return null
  return (
    <>
      {dense || lanes ? (
        <DenseFace card={card} labels={labels} participants={participants} showsPerson={lanes !== 'person'}>
          <FieldMarks fields={fields} values={card.fields} members={members} dense />
        </DenseFace>
      ) : (
        <Face
          card={card}
          labels={labels}
          participants={participants}
          cover={card.cover_file_id !== null && <Cover key={card.cover_file_id} fileId={card.cover_file_id} />}
        >
          <FieldMarks fields={fields} values={card.fields} members={members} />
        </Face>
      )}
      <NewsMark cardId={cardId} />
      {isChosen && <span className="sr-only">{t('boards:card.chosen')}</span>}
    </>
  )
})
