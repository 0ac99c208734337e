import { accountApi, type SettingsChange } from '@rodada/contract/auth/account'
import { sameDeck } from '@rodada/contract/rooms/deck-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { hasSession } from '../../lib/call/session.ts'
import { settingsQuery } from '../../lib/device/save-appearance.ts'
import { toast } from '../states/feedback.tsx'
import { tellProblem } from '../states/tell-problem.ts'

const noDecks: readonly string[][] = []

/** The decks that the account keeps. A browser without an account has none, and is offered none. */
export function useOwnDecks() {
  const client = useQueryClient()
  const isOffered = hasSession()
  const { data } = useQuery({ ...settingsQuery, enabled: isOffered })
  const decks: readonly string[][] = data?.voting.decks ?? noDecks
  const save = async (change: NonNullable<SettingsChange['voting']>, said: string) => {
    try {
      const settings = await call(accountApi.updateSettings, { body: { voting: change } })
      client.setQueryData(settingsQuery.queryKey, settings)
      toast(said)
    } catch (reason) {
      tellProblem(t('decks:notSaved'), reason)
    }
  }
  return {
    isOffered,
    decks,
    keep: (deck: readonly string[]) => save({ decks: [...decks, [...deck]] }, t('decks:keptNews')),
    drop: (deck: readonly string[]) => save({ decks: decks.filter((kept) => !sameDeck(kept, deck)) }, t('decks:dropped')),
  }
}
