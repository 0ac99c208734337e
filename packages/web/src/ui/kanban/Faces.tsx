import { t } from '../../i18n/index.ts'
import type { Here } from '../cards/live-store.ts'
import { Avatar } from '../marks/Avatar.tsx'
import classes from './Faces.module.css'

const drawnFaces = 5

/** Who has a board open now. Draws nothing for nobody. */
export function Faces({ here: { people, count } }: { here: Here }) {
  if (people.length === 0) return null
  const drawn = people.slice(0, count > drawnFaces ? drawnFaces - 1 : drawnFaces)
  const more = count - drawn.length
  const unnamed = count - people.length
  const names = [...people.map(({ name }) => name), ...(unnamed > 0 ? [t('kanban:here.unnamed', { count: unnamed })] : [])].join(', ')
  const label = t('kanban:here.label', { names })
  return (
    <div className={classes.faces} role="img" aria-label={label} title={label}>
      {drawn.map(({ id, name, avatar_url }) => (
        <Avatar key={id} name={name} avatar={avatar_url} size="sm" />
      ))}
      {more > 0 && <span className={classes.more}>{t('kanban:here.more', { count: more })}</span>}
    </div>
  )
}
