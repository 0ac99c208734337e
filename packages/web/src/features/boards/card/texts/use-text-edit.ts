import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { lastingDrafts } from '../../../../lib/device/drafts.ts'
import { type Edit, TextClash } from '../../../../lib/text/stale-text.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'
import { begin, changedMeanwhile, isDirty, readEdit, type TextField } from './text-edit.ts'

/** A save that somebody else was faster than: what they wrote, on which version. */
export type Conflict = { mine: Edit; theirs: string; version: number }

/**
 * Editing one text of the card. What is typed is never replaced: when somebody else changes the text meanwhile, `changed`
 * says so, and a save on the old version turns into `conflict`, which the person decides.
 */
export function useTextEdit(field: TextField) {
  const { card, attempt, receive, onDiscard } = useCard()
  const { writeText } = useCardFacts()
  const draftName = `card.${card.id}.${field}`
  const [draft] = useState(() => lastingDrafts.read(draftName))
  const [edit, setShown] = useState<Edit | null>(() => {
    const kept = readEdit(draft?.text ?? null)
    // Saved meanwhile, in another tab perhaps.
    return kept && kept.text.trim() !== card[field].trim() ? kept : null
  })
  // Saves outlive the render that began them; they must see what was begun meanwhile.
  const latest = useRef(edit)
  const setEdit = (next: Edit | null) => {
    latest.current = next
    setShown(next)
  }
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const keep = (next: Edit | null) => {
    setEdit(next)
    lastingDrafts.write(draftName, next && isDirty(next) ? JSON.stringify(next) : null)
  }
  const drop = () => {
    keep(null)
    setConflict(null)
  }
  useEffect(
    () =>
      onDiscard(() => {
        lastingDrafts.write(draftName, null)
      }),
    [onDiscard, draftName],
  )

  const save = async (input: Edit): Promise<boolean> => {
    if (!isDirty(input) || input.text.trim() === card[field].trim()) {
      drop()
      return true
    }
    // The text stays a draft until the server has it; on screen it counts as saved at once.
    setEdit(null)
    setConflict(null)
    const written = await attempt<Card>(...writeText(card.id, field, input))
    // A new edit that was begun meanwhile is kept.
    const isIdle = latest.current === null
    if (written.ok) {
      if (isIdle) lastingDrafts.write(draftName, null)
      return true
    }
    if (written.reason instanceof TextClash) {
      receive(written.reason.current as Card)
      setConflict({ mine: input, ...written.reason.clash })
    } else if (isIdle) setEdit(input)
    return false
  }

  return {
    edit,
    /** When the draft that the window found was typed, in milliseconds; null without one. */
    draftedAt: draft?.at ?? null,
    conflict,
    /** Somebody else changed the text that is being edited. */
    changed: edit !== null && conflict === null && changedMeanwhile(edit, card, field),
    /** The text that would be lost by closing without a draft. */
    unsaved: conflict ? conflict.mine.text : edit && isDirty(edit) ? edit.text : null,
    start: () => setEdit(latest.current ?? begin(card, field)),
    type: (text: string) => keep({ ...(edit ?? begin(card, field)), text }),
    /** Puts one stretch in the place of another in what is being written or kept, whatever became of it meanwhile. */
    replace: (stretch: string, by: string) => {
      const now = latest.current
      if (now) keep({ ...now, text: now.text.replace(stretch, () => by) })
    },
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
