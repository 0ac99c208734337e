import type { WebhookDelivery } from '@rodada/contract/integrations/webhooks'
import { t } from '../../../../i18n/index.ts'

/** Why a delivery did not arrive, in words. */
export const reasonOf = ({ answer_status, problem }: WebhookDelivery): string =>
  problem ? t(`integrations:modal.programs.problems.${problem}`) : t('integrations:modal.programs.status', { status: answer_status ?? '' })
