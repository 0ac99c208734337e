import { t } from '../../../i18n/index.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'

/** A board that is not there, or not for this person. */
export function BacklogMissing() {
  return (
    <div role="alert">
      <EmptyState
        art="error"
        level={1}
        title={t('sprints:backlog.missing')}
        text={t('sprints:backlog.missingText')}
        action={
          <LinkButton to="/trello" variant="filled">
            {t('sprints:backlog.boards')}
          </LinkButton>
        }
      />
    </div>
  )
}
