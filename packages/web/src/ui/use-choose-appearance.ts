import { useQueryClient } from '@tanstack/react-query'
import { t } from '../i18n/index.ts'
import { type Appearance, showAppearance } from '../lib/appearance.ts'
import { hasSession } from '../lib/session.ts'
import { tellProblem } from './tell-problem.ts'

/**
 * Draws differently at once, on this browser for whoever is not signed in and with the account for whoever is. Resolves to
 * whether it is kept; if not, the person has been told.
 */
export function useChooseAppearance(): (change: Partial<Appearance>) => Promise<boolean> {
  const queryClient = useQueryClient()
  return async (change) => {
    showAppearance(change)
    if (!hasSession()) return true
    try {
      const { saveAppearance } = await import('../lib/save-appearance.ts')
      await saveAppearance(queryClient, change)
      return true
    } catch (reason) {
      tellProblem(t('theme.notSaved'), reason)
      return false
    }
  }
}
