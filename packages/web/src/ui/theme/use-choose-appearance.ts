import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { hasSession } from '../../lib/call/session.ts'
import { type Appearance, showAppearance } from '../../lib/device/appearance.ts'
import { tellProblem } from '../states/tell-problem.ts'

/**
 * Draws differently at once, kept in this browser, or with the account when there is one. Resolves to
 * whether it is kept; if not, the person has been told.
 */
export function useChooseAppearance(): (change: Partial<Appearance>) => Promise<boolean> {
  const queryClient = useQueryClient()
  return async (change) => {
    showAppearance(change)
    if (!hasSession()) return true
    try {
      const { saveAppearance } = await import('../../lib/device/save-appearance.ts')
      await saveAppearance(queryClient, change)
      return true
    } catch (reason) {
      tellProblem(t('theme.notSaved'), reason)
      return false
    }
  }
}
