import { Menu } from '@mantine/core'
import type { Participant } from '@rodada/contract/rooms/rooms'
import { IconArrowLeft, IconCards, IconDots, IconEye, IconHandFinger, IconUserMinus, IconUserStar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { missingVoters } from '../session/room-selectors.ts'
import classes from './PersonMenu.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What who moderates does with another person: hand over to them, let them observe, or remove them, which asks once in its place. */
export function PersonMenu({ user }: { user: Participant }) {
  const session = useRoomSession()
  const isMissing = useRoom((state) => state.reveal === null && missingVoters(state).some(({ id }) => id === user.id))
  const [opened, setOpened] = useState(true)
  const [asking, setAsking] = useState(false)
  const dots = useRef<HTMLButtonElement>(null)
  useOwnEscape(opened, () => {
    setOpened(false)
    setAsking(false)
    dots.current?.focus()
  })
  const way = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) way.current?.focus()
  }, [asking])
  return (
    // Not in a portal: on phones the list is in a modal dialog, which makes all that is outside of it unreachable.
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={250}
      offset={4}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: menu.dropdown }}
      onClose={() => setAsking(false)}
    >
      <Menu.Target>
        <IconButton ref={dots} label={t('rooms:moderation.menu', { name: user.name })} className={classes.button}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {asking ? (
          <>
            <p className={classes.question}>{t('rooms:moderation.ask', { name: user.name })}</p>
            <Menu.Item ref={way} leftSection={<IconArrowLeft {...icon} />} closeMenuOnClick={false} onClick={() => setAsking(false)}>
              {t('cancel')}
            </Menu.Item>
            <Menu.Item
              className={menu.danger}
              leftSection={<IconUserMinus {...icon} />}
              onClick={() => void session.removeParticipant(user.id)}
            >
              {t('rooms:moderation.removeNow', { name: user.name })}
            </Menu.Item>
          </>
        ) : (
          <>
            <Menu.Label className={classes.name}>{user.name}</Menu.Label>
            {isMissing && (
              <Menu.Item leftSection={<IconHandFinger {...icon} />} onClick={() => void session.nudge(user.id)}>
                {t('rooms:nudge.one')}
              </Menu.Item>
            )}
            {user.role !== 'moderator' && (
              <Menu.Item leftSection={<IconUserStar {...icon} />} onClick={() => void session.makeModerator(user.id)}>
                {t('rooms:moderation.handOver')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={user.observer ? <IconCards {...icon} /> : <IconEye {...icon} />}
              onClick={() => void session.observe(!user.observer, user.id)}
            >
              {t(user.observer ? 'rooms:moderation.letVote' : 'rooms:moderation.makeObserver')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className={menu.danger}
              leftSection={<IconUserMinus {...icon} />}
              closeMenuOnClick={false}
              onClick={() => setAsking(true)}
            >
              {t('rooms:moderation.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** While the menu is open Escape closes it, wherever the focus is, and not the dialog that the list is in on phones. */
function useOwnEscape(opened: boolean, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [opened])
}
