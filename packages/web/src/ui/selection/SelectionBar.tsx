import { Button, Menu } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { listenToPageKeys } from '../../lib/device/page-keys.ts'
import { IconButton } from '../page/IconButton.tsx'
import menu from '../page/menu.module.css'
import classes from './SelectionBar.module.css'

/** Something that one does with what is chosen: at once, or after a choice from `items`. */
export type Verb = {
  name: string
  label: string
  /** The key that stands for it while something is chosen. */
  letter: string
  /** Not shown beside it: the key is that of one card, too. */
  quiet?: boolean
  icon: ReactNode
} & ({ run: () => void } | { items: ReactNode })

type Props = { count: number; points: number; verbs: readonly Verb[]; isSending: boolean; onClear: () => void }

/** What one does with many chosen things, at the bottom of whatever shows them: how many first, then the verbs. */
export function SelectionBar({ count, points, verbs, isSending, onClear }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const isTooMany = count > limits.cardsAtOnce
  const isOff = isSending || isTooMany || count === 0
  useEffect(
    () =>
      listenToPageKeys({
        key: (event) => {
          const verb = verbs.find(({ letter }) => letter === event.key.toLowerCase())
          if (!verb || isOff) return false
          if ('run' in verb) verb.run()
          else setOpened(verb.name)
          return true
        },
      }),
    [verbs, isOff],
  )
  return (
    <section className={classes.bar} aria-label={t('choosing:bar')} data-selection-bar data-many={verbs.length > 5 || undefined}>
      <p role="status" className={classes.count}>
        <b>{count === 0 ? t('choosing:none') : t('choosing:count', { count })}</b>{' '}
        {isTooMany ? (
          <span>{t('choosing:tooMany', { count: limits.cardsAtOnce })}</span>
        ) : (
          count > 0 && <span>{format.points(points)}</span>
        )}
      </p>
      {verbs.map((verb) => (
        <VerbButton
          key={verb.name}
          verb={verb}
          isOff={isOff}
          isOpen={opened === verb.name}
          onOpen={(open) => setOpened(open ? verb.name : null)}
        />
      ))}
      <IconButton className={classes.clear} label={t('choosing:clear')} onClick={onClear}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </section>
  )
}

type ButtonProps = { verb: Verb; isOff: boolean; isOpen: boolean; onOpen: (open: boolean) => void }

function VerbButton({ verb, isOff, isOpen, onOpen }: ButtonProps) {
  const button = (
    <Button
      variant="subtle"
      className={classes.verb}
      classNames={{ label: classes.label }}
      leftSection={verb.icon}
      disabled={isOff}
      title={verb.quiet ? verb.label : undefined}
      data-quiet={verb.quiet || undefined}
      aria-keyshortcuts={verb.letter.toUpperCase()}
      onClick={'run' in verb ? verb.run : undefined}
    >
      <span className={classes.words}>{verb.label}</span>
      {!verb.quiet && (
        <span className={classes.key} aria-hidden="true">
          {verb.letter.toUpperCase()}
        </span>
      )}
    </Button>
  )
  if ('run' in verb) return button
  return (
    <Menu
      opened={isOpen && !isOff}
      onChange={onOpen}
      position="top"
      offset={10}
      returnFocus
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: menu.dropdown }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>{verb.items}</Menu.Dropdown>
    </Menu>
  )
}
