import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { deckPresets } from '@rodada/contract/room-settings'
import type { Room } from '@rodada/contract/rooms'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/feedback.tsx'
import { CardFace } from '../../ui/PlayingCard.tsx'
import { Switch } from '../../ui/Switch.tsx'
import classes from './RoomSettings.module.css'
import { useRoomSession } from './room-context.ts'

type Preset = keyof typeof deckPresets
const presets = Object.keys(deckPresets) as Preset[]
const sameDeck = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((card, index) => card === b[index])

/** What moderators may change of the room. */
export function RoomSettings({ room, onClose }: { room: Room; onClose: () => void }) {
  const session = useRoomSession()
  const [name, setName] = useState(room.roomName)
  const [listed, setListed] = useState(room.listed)
  const [moderatorsOnly, setModeratorsOnly] = useState(room.moderatorsOnly)
  const [deck, setDeck] = useState<readonly string[]>(room.deck)
  const [busy, setBusy] = useState(false)
  const preset = presets.find((key) => sameDeck(deckPresets[key], room.deck))
  const decks = [
    ...(preset ? [] : [{ key: 'deckNow' as const, cards: room.deck as readonly string[] }]),
    ...presets.map((key) => ({ key, cards: deckPresets[key] as readonly string[] })),
  ]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const accepted = await session.updateRoom({
      roomName: name.trim() || room.roomName,
      listed,
      moderatorsOnly,
      ...(sameDeck(deck, room.deck) ? {} : { deck: [...deck] }),
    })
    setBusy(false)
    if (!accepted) return
    toast(t('rooms:settings.saved'))
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('rooms:settings.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('rooms:settings.name')}
          value={name}
          maxLength={limits.roomName}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <fieldset className={classes.decks}>
          <legend>{t('rooms:settings.deck')}</legend>
          {decks.map(({ key, cards }) => (
            <label key={key} className={classes.deck}>
              <input type="radio" name="deck" checked={sameDeck(cards, deck)} onChange={() => setDeck(cards)} />
              <span>
                {t(`rooms:settings.${key}`)}
                <span className={classes.cards}>
                  {cards.map((card) => (
                    <span key={card} className={classes.card}>
                      <CardFace face={card} />
                    </span>
                  ))}
                </span>
              </span>
            </label>
          ))}
          {!sameDeck(deck, room.deck) && <p className={classes.hint}>{t('rooms:settings.deckHint')}</p>}
        </fieldset>
        <Switch label={t('rooms:settings.listed')} hint={t('rooms:settings.listedHint')} checked={listed} onChange={setListed} />
        <Switch
          label={t('rooms:settings.moderatorsOnly')}
          hint={t('rooms:settings.moderatorsOnlyHint')}
          checked={moderatorsOnly}
          onChange={setModeratorsOnly}
        />
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
