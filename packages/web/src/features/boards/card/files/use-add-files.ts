import type { CardFile } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../../i18n/index.ts'
import { toast } from '../../../../ui/states/feedback.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'
import type { Arriving } from './upload-queue.ts'
import { uploads, useUploads } from './uploads.ts'

/** Sends files to the card that is open, as many as it has room for. @returns how many those are, from the first */
export function useAddFiles(): (files: readonly Arriving<CardFile>[]) => number {
  const { card } = useCard()
  const { sync } = useBoard()
  const client = useQueryClient()
  const waiting = useUploads(card.id).length
  return (files) => {
    const room = Math.max(0, limits.cardFiles - card.files.length - waiting)
    if (files.length > room) toast(t('texts:tooManyFiles'), { kind: 'problem' })
    uploads.add(card.id, files.slice(0, room), async () => {
      void sync.refresh()
      await client.invalidateQueries({ queryKey: cardKey(card.id) })
    })
    return Math.min(room, files.length)
  }
}

/** Where files are added: the one button of the window for that, which moves when the first file comes or the last goes. */
export const findAddFiles = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-add-files]')

/** Whether the card has a part for files; without any it is not drawn. */
export function useHasFiles(): boolean {
  const { card } = useCard()
  return useUploads(card.id).length > 0 || card.files.length > 0
}
