import { CallError } from '../../lib/call/call.ts'
import { LinkButton } from '../page/LinkButton.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Whether what was asked for is not there, or not for this person. */
export const isMissing = (reason: unknown): boolean => reason instanceof CallError && (reason.status === 404 || reason.status === 403)

type Props = { title: string; text: string; action: string; to: '/sprints' | '/trello' }

/** What the address names is not there, or not for this person, and where to go from here. */
export function MissingState({ title, text, action, to }: Props) {
  return (
    <div role="alert">
      <EmptyState
        art="error"
        level={1}
        title={title}
        text={text}
        action={
          <LinkButton to={to} variant="filled">
            {action}
          </LinkButton>
        }
      />
    </div>
  )
}
