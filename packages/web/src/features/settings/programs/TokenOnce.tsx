import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { SecretOnce } from '../../../ui/states/SecretOnce.tsx'

/** A token that was just made. `boards` are the titles of those it is confined to; null: all of them. */
export type MadeToken = { token: string; name: string; scope: 'read' | 'write'; boards: readonly string[] | null; expiresAt: string }

/** The one time that a token is shown. */
export function TokenOnce({ made, onKept }: { made: MadeToken; onKept: () => void }) {
  const { token, name, scope, boards, expiresAt } = made
  const where = boards === null ? t('programs:allBoardsWithin') : format.list(boards)
  return (
    <SecretOnce
      title={t('programs:once.title')}
      text={t(`programs:once.${scope}`, { name, where, until: format.date(expiresAt) })}
      secret={token}
      copy={t('programs:once.copy')}
      kept={t('programs:once.kept')}
      onKept={onKept}
    />
  )
}
