import { type Card, cardsApi } from '@rodada/contract/cards'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call.ts'
import { readDraft, writeDraft } from '../../../lib/drafts.ts'
import { afterLateSave, type Edit, isLate } from '../../../lib/late-text.ts'
import { useBoard } from '../board-context.ts'
import { patch } from './card-changes.ts'
import { useCard } from './card-context.ts'
import { cardKey } from './card-query.ts'
import { begin, changedMeanwhile, isDirty, readEdit, type TextField } from './text-edit.ts'

/** A save that somebody else was faster than: what they wrote, on which version. */
export type Conflict = { mine: Edit; theirs: string; version: number }

/**
 * Editing one text of the card. What is typed is never replaced: when somebody else changes the text meanwhile, `changed`
 * says so, and a save on the old version turns into `conflict`, which the person decides.
 */
export function useTextEdit(field: TextField) {
  const { card, write, receive, onDiscard } = useCard()
  const draftName = `card.${card.id}.${field}`
  const [edit, setShown] = useState<Edit | null>(() => readEdit(readDraft(draftName)))
  // Saves outlive the render that began them; they must see what was begun meanwhile.
  const latest = useRef(edit)
  const setEdit = (next: Edit | null) => {
    latest.current = next
    setShown(next)
  }
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const keep = (next: Edit | null) => {
    setEdit(next)
    writeDraft(draftName, next && isDirty(next) ? JSON.stringify(next) : null)
  }
  const drop = () => {
    keep(null)
    setConflict(null)
  }
  useEffect(
    () =>
      onDiscard(() => {
        writeDraft(draftName, null)
      }),
    [onDiscard, draftName],
  )

  const save = async (wish: Edit): Promise<boolean> => {
    if (!isDirty(wish) || wish.text.trim() === card[field].trim()) {
      drop()
      return true
    }
    // The text stays a draft until the server has it; on screen it counts as saved at once.
    setEdit(null)
    setConflict(null)
    const written = await write({
      change: patch({ [field]: wish.text.trim() }),
      send: () => call(cardsApi.update, { params: { cardId: card.id }, body: { [field]: wish.text, version: wish.version } }),
      settle: (_, fresh) => fresh,
      isExpected: isLate,
    })
    if (written.ok) {
      // Who has begun a new edit meanwhile keeps that one.
      if (latest.current === null) writeDraft(draftName, null)
      return true
    }
    if (!isLate(written.problem)) {
      if (latest.current === null) setEdit(wish)
      return false
    }
    const current = written.problem.current as Card
    receive(current)
    const next = afterLateSave(wish, current[field])
    if (next === 'again') return save({ ...wish, version: current.version })
    if (next === 'same') {
      drop()
      return true
    }
    setConflict({ mine: wish, theirs: current[field], version: current.version })
    return false
  }

  return {
    edit,
    conflict,
    /** Somebody else changed the text that is being edited. */
    changed: edit !== null && conflict === null && changedMeanwhile(edit, card, field),
    /** The text that would be lost by closing without a draft. */
    unsaved: conflict ? conflict.mine.text : edit && isDirty(edit) ? edit.text : null,
    start: () => setEdit(latest.current ?? begin(card, field)),
    type: (text: string) => keep({ ...(edit ?? begin(card, field)), text }),
    cancel: drop,
    save,
    /** Shows both texts before saving, when `changed` said that there are two. */
    compare: () => {
      if (!edit) return
      setConflict({ mine: edit, theirs: card[field], version: card.version })
      setEdit(null)
    },
    /** Back to the field, on the version that the other person made. */
    rewrite: (text: string) => {
      if (!conflict) return
      setConflict(null)
      keep({ text, origin: conflict.theirs, version: conflict.version })
    },
  }
}
export type TextEdit = ReturnType<typeof useTextEdit>

/** Who changed a text last, as far as the activity tells. */
export function useWhoChanged(field: TextField, wanted: boolean): string {
  const { card } = useCard()
  const { viewerId } = useBoard()
  const { data } = useQuery({
    queryKey: [...cardKey(card.id), 'who', field, card.version],
    queryFn: async ({ signal }) => {
      const recent = await call(cardsApi.activity, { params: { cardId: card.id }, query: { limit: 20 }, signal })
      return (
        recent.find(({ kind, user, details }) => kind === 'card.updated' && user?.id !== viewerId && details.fields?.includes(field))?.user
          ?.name ?? null
      )
    },
    enabled: wanted,
  })
  return data ?? t('card:someone')
}
