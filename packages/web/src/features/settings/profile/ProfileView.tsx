import { Button } from '@mantine/core'
import type { Profile } from '@rodada/contract/auth/people'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { EmailState } from './EmailState.tsx'
import classes from './Profile.module.css'
import { languageNames } from './profile-fields.ts'

type Props = {
  profile: Profile
  /** From editing: the focus is where it began. */
  isBack: boolean
  onEdit: () => void
}

/** The account as it is, field by field; what was left out takes no room. */
export function ProfileView({ profile, isBack, onEdit }: Props) {
  const { name, email, role, avatar_url, bio, phone, company, position, location, website, timezone, language } = profile
  const facts: [string, ReactNode][] = [
    [t('settings:profile.position'), position],
    [t('settings:profile.company'), company],
    [t('settings:profile.location'), location],
    [t('settings:profile.phone'), phone],
    [t('settings:profile.website'), website && <Website address={website} />],
    [t('settings:profile.timezone'), timezone && t(`settings:timeZones.${timezone}`)],
    [t('settings:profile.language'), language && languageNames[language]],
  ]
  return (
    <div className={classes.profile}>
      <div className={classes.who}>
        <Avatar name={name} avatar={avatar_url} size="xl" />
        <div>
          <h3>{name}</h3>
          <p>{email}</p>
          <EmailState profile={profile} />
          <p>{t(`shell:roles.${role}`)}</p>
        </div>
        <Button leftSection={<IconPencil aria-hidden />} onClick={onEdit} className={classes.edit} autoFocus={isBack}>
          {t('settings:profile.edit')}
        </Button>
      </div>
      {bio && <p className={classes.bio}>{bio}</p>}
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

function Website({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      <span className="sr-only"> ({t('settings:profile.newTab')})</span>
    </a>
  )
}
