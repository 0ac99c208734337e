import type { Avatar as AvatarId } from '@rodada/contract/auth/people'
import { IconRefresh } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import classes from './SeatForm.module.css'
import { nextAvatar } from './seat.ts'

type Props = { avatar: AvatarId; size: number; onChange: (avatar: AvatarId) => void; className?: string | undefined }

/** One's tile as a button: each press shows the next of the eight. */
export function AvatarSwap({ avatar, size, onChange, className }: Props) {
  const label = t('auth:seat.swap', { avatar: t(`avatars.${avatar}`) })
  return (
    <button
      type="button"
      className={[classes.swap, className].filter(Boolean).join(' ')}
      aria-label={label}
      title={t('auth:seat.swapTitle')}
      onClick={() => onChange(nextAvatar(avatar))}
    >
      <Avatar name={avatar} avatar={avatar} always size={size} className={classes.tile} />
      <span className={classes.swapMark}>
        <IconRefresh size={14} stroke={2} aria-hidden />
      </span>
    </button>
  )
}
