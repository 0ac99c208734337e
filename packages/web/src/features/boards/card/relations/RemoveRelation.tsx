import type { CardRelation } from '@rodada/contract/cards/relations'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useFocusHandover } from '../../../../ui/focus/use-focus-handover.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { useCard } from '../card-context.ts'
import { nameOf, useRelations } from './use-relations.ts'

/** Where one goes on when the row that one was in is gone. */
const findNext = () => document.querySelector<HTMLElement>('[data-add-relation]')

/** Ends a relation; 'Desfazer' brings it back. */
export function RemoveRelation({ relation }: { relation: CardRelation }) {
  const { canWrite } = useCard()
  const { remove } = useRelations()
  const part = useRef<HTMLSpanElement>(null)
  useFocusHandover(part, findNext)
  if (!canWrite) return null
  const label = t('relations:remove', { kind: t(`relations:kinds.${relation.kind}`), card: nameOf(relation) })
  return (
    <span ref={part}>
      <IconButton label={label} onClick={() => void remove(relation)}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </IconButton>
    </span>
  )
}
