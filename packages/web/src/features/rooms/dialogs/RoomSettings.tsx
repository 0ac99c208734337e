import { Button, PasswordInput, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { sameDeck } from '@rodada/contract/rooms/deck-texts'
import type { Room } from '@rodada/contract/rooms/rooms'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { rememberDeck } from '../../../lib/device/last-deck.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { type DeckChoice, DeckField } from '../../../ui/estimate/DeckField.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useVisibilityToggle } from '../../../ui/focus/use-visibility-toggle.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { useRoomSession } from '../session/room-context.ts'
import classes from './RoomSettings.module.css'

/** What moderators may change of the room. */
export function RoomSettings({ room, onClose }: { room: Room; onClose: () => void }) {
  const session = useRoomSession()
  const toggle = useVisibilityToggle()
  const [name, setName] = useState(room.roomName)
  const [listed, setListed] = useState(room.listed)
  const [moderatorsOnly, setModeratorsOnly] = useState(room.moderatorsOnly)
  const [autoReveal, setAutoReveal] = useState(room.autoReveal)
  const [choice, setChoice] = useState<DeckChoice>({ deck: room.deck, problem: null })
  const [tried, setTried] = useState(false)
  const [accountsOnly, setAccountsOnly] = useState(room.accountsOnly)
  const [password, setPassword] = useState('')
  const [removes, setRemoves] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const deck = choice.deck ?? room.deck
  const isOther = !sameDeck(deck, room.deck)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (choice.problem) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    setBusy(true)
    const accepted = await session.updateRoom({
      roomName: name.trim() || room.roomName,
      listed,
      moderatorsOnly,
      autoReveal,
      accountsOnly,
      ...(password ? { password } : removes && { password: null }),
      ...(isOther && { deck: [...deck] }),
    })
    setBusy(false)
    if (!accepted) return
    if (isOther) rememberDeck(deck)
    toast(t('rooms:settings.saved'))
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('rooms:settings.title')}>
      <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('rooms:settings.name')}
          value={name}
          maxLength={limits.roomName}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.deck}>
          <DeckField label={t('rooms:settings.deck')} deck={deck} tried={tried} onChange={setChoice} />
          {isOther && !choice.problem && <p className={classes.hint}>{t('rooms:settings.deckHint')}</p>}
        </div>
        <Switch label={t('rooms:settings.listed')} hint={t('rooms:settings.listedHint')} checked={listed} onChange={setListed} />
        <Switch
          label={t('rooms:settings.moderatorsOnly')}
          hint={t('rooms:settings.moderatorsOnlyHint')}
          checked={moderatorsOnly}
          onChange={setModeratorsOnly}
        />
        <Switch
          label={t('rooms:settings.autoReveal')}
          hint={t('rooms:settings.autoRevealHint')}
          checked={autoReveal}
          onChange={setAutoReveal}
        />
        <Switch
          label={t('rooms:settings.accountsOnly')}
          hint={t('rooms:settings.accountsOnlyHint')}
          checked={accountsOnly}
          onChange={setAccountsOnly}
        />
        <div className={classes.password}>
          <PasswordInput
            label={t('rooms:settings.password')}
            description={t(room.hasPassword && !removes ? 'rooms:settings.passwordKept' : 'rooms:settings.passwordHint')}
            autoComplete="off"
            minLength={limits.roomPasswordMin}
            maxLength={limits.roomPasswordMax}
            value={password}
            {...toggle}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {room.hasPassword && !removes && (
            <Button
              variant="subtle"
              onClick={() => {
                setRemoves(true)
                setPassword('')
              }}
            >
              {t('rooms:settings.passwordRemove')}
            </Button>
          )}
        </div>
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={busy}>
            {t('rooms:settings.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
