import { avatars } from '@rodada/contract/auth/avatars'
import type { Avatar as AvatarId } from '@rodada/contract/auth/people'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../marks/Avatar.tsx'
import classes from './AvatarPicker.module.css'

type Props = { legend: string; hideLegend?: boolean; chosen: AvatarId | null; onChoose: (avatar: AvatarId) => void; size: number }

/** The eight tiles as one group of radios: arrow keys go round. */
export function AvatarPicker({ legend, hideLegend = false, chosen, onChoose, size }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={hideLegend ? 'sr-only' : undefined}>{legend}</legend>
      <div className={classes.tiles}>
        {avatars.map((avatar) => (
          <label key={avatar} className={classes.option}>
            <input type="radio" name="avatar" value={avatar} checked={chosen === avatar} onChange={() => onChoose(avatar)} />
            <Avatar name={avatar} avatar={avatar} always size={size} className={classes.tile} />
            <span className={classes.name}>{t(`avatars.${avatar}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
