import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { lazyPop, PopButton } from '../../ui/page/PopButton.tsx'
import { useMe } from '../session/use-me.ts'
import classes from './ProfileMenu.module.css'

const personMenu = lazyPop(async () => (await import('./ProfileMenuList.tsx')).ProfileMenuList)
const ProfileModal = lazyPart(async () => (await import('../../features/settings/profile/ProfileModal.tsx')).ProfileModal, {
  texts: ['settings', 'auth'],
})

type Props = {
  tileOnly?: boolean
  size?: number
  /** On phones: with the pages that the bar at the bottom has no room for. */
  onPhone?: boolean
  /** Where no other button leads to the search. */
  onSearch?: () => void
}

/** The person's menu, behind their name or, where there is little room, behind their tile. */
export function ProfileMenu({ tileOnly = false, size = 36, onPhone = false, onSearch }: Props) {
  const { name, avatar, role } = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [profileOpen, setProfileOpen] = useState(false)
  const closeProfile = () => {
    setProfileOpen(false)
    // The entry that opened it is gone with the menu. After the dialog: its focus trap would take the focus back.
    setTimeout(() => button.current?.focus({ preventScroll: true }))
  }
  return (
    <>
      <PopButton
        fetch={personMenu.fetch}
        content={(at) => <personMenu.Pop at={at} onPhone={onPhone} onSearch={onSearch} onProfile={() => setProfileOpen(true)} />}
        button={button}
      >
        <UnstyledButton className={classes.me} data-tile={tileOnly} aria-label={tileOnly ? t('profile.menu', { name }) : undefined}>
          <Avatar name={name} avatar={avatar} size={size} />
          {!tileOnly && (
            <>
              <span className={classes.words}>
                {/* Named by what can be read on it: people who speak to the machine say what they see. */}
                <b>
                  <span className="sr-only">{t('profile.menu', { name: '' })}</span>
                  {name}
                </b>
                {role && <span>{t(`shell:roles.${role}`)}</span>}
              </span>
              <IconChevronDown size={18} stroke={1.75} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </PopButton>
      {profileOpen && <ProfileModal onClose={closeProfile} />}
    </>
  )
}
