import type { Participant } from '@rodada/contract/rooms/rooms'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import classes from './PersonMenu.module.css'

const PersonMenu = lazyPart(async () => (await import('./PersonMenu.tsx')).PersonMenu)

/** Opens what who moderates does with another person. The menu is fetched at the first press: menus weigh more than the room. */
export function PersonMenuButton({ user }: { user: Participant }) {
  const [pressed, setPressed] = useState(false)
  if (pressed) return <PersonMenu user={user} />
  return (
    <IconButton
      label={t('rooms:moderation.menu', { name: user.name })}
      className={classes.button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
    >
      <IconDots size={18} stroke={1.75} aria-hidden="true" />
    </IconButton>
  )
}
