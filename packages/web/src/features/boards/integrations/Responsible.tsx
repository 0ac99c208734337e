import type { PersonSummary } from '@rodada/contract/core/fields'
import type { StopReason } from '@rodada/contract/integrations/settings'
import { t } from '../../../i18n/index.ts'

type Props = { of: { set_by: PersonSummary | null; stopped: StopReason | null }; todo: string }

/** Who answers for an integration; when it stopped, why, and what to do. */
export function Responsible({ of: { set_by, stopped }, todo }: Props) {
  const name = set_by?.name ?? ''
  if (stopped === null) return set_by && <span>{t('integrations:modal.responsible.by', { name })}</span>
  return (
    <>
      <strong>{t(`integrations:modal.responsible.${stopped}`, { name })}</strong>
      <span>{todo}</span>
    </>
  )
}
