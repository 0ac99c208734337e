import type { Participant } from '@rodada/contract/rooms'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { late } from '../../ui/late.tsx'
import classes from './PersonMenu.module.css'

const PersonMenu = late(async () => (await import('./PersonMenu.tsx')).PersonMenu)

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
