import { t } from '../../../i18n/index.ts'
import { MissingState } from '../../../ui/states/MissingState.tsx'

/** A board that is not there, or not for this person. */
export const BacklogMissing = () => (
  <MissingState
    title={t('sprints:backlog.missing')}
    text={t('sprints:backlog.missingText')}
    action={t('sprints:backlog.boards')}
    to="/trello"
  />
)
