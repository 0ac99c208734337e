import type { PersonSummary } from '@rodada/contract/core/fields'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../marks/Avatar.tsx'
import classes from './StackedFaces.module.css'

/** Who takes part in a card besides the one who answers for it, who is shown once even when they are among them. */
export const othersOn = (participants: readonly PersonSummary[], assigned: PersonSummary | null): PersonSummary[] =>
  participants.filter(({ id }) => id !== assigned?.id)

/** People one over the other, as one picture that says their names. Draws nothing for nobody. */
export function StackedFaces({ people, most, behind = false }: { people: readonly PersonSummary[]; most: number; behind?: boolean }) {
  if (people.length === 0) return null
  const label = t('kanban:face.participants', { names: people.map(({ name }) => name).join(', ') })
  return (
    <span className={classes.stack} role="img" aria-label={label} title={label} data-behind={behind || undefined}>
      {people.slice(0, most).map(({ id, name, avatar_url }) => (
        <Avatar key={id} name={name} avatar={avatar_url} size="xs" />
      ))}
      {people.length > most && <span className={classes.more}>+{people.length - most}</span>}
    </span>
  )
}
