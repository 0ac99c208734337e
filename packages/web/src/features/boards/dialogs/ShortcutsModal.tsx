import { t } from '../../../i18n/index.ts'
import { setSingleKeys, useSingleKeys } from '../../../lib/device/single-keys.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import own from './ShortcutsModal.module.css'

type Text = keyof typeof import('../../../i18n/pt-br/board-dialogs.ts')['boardDialogs']['shortcuts']['keys']
type Row = { text: Text; keys: string[][] }

const arrows = '← ↑ → ↓'
const row = (text: Text, ...keys: (string | string[])[]): Row => ({
  text,
  keys: keys.map((combination) => (typeof combination === 'string' ? [combination] : combination)),
})

const groups = (): { title: 'move' | 'cards' | 'views' | 'window' | 'board'; rows: Row[] }[] => [
  {
    title: 'move',
    rows: [
      row('arrows', arrows),
      row('ends', 'Home', 'End'),
      row('moveCard', ['Ctrl', arrows], ['Alt', arrows]),
      row('moveLeftRight', ',', '.'),
    ],
  },
  {
    title: 'cards',
    rows: [
      row('enter', 'Enter'),
      row('new', 'N'),
      row('edit', 'E'),
      row('due', 'D'),
      row('labels', 'L'),
      row('assign', t('boardDialogs:shortcuts.space')),
      row('archive', 'C'),
      row('choose', 'X'),
      row('chooseRange', ['Shift', arrows]),
      row('chooseAll', ['Ctrl', 'A']),
    ],
  },
  {
    title: 'views',
    rows: [
      row('cell', 'Enter', 'F2'),
      row('cellNext', 'Tab'),
      row('cellAway', 'Esc'),
      row('dayMove', ['Ctrl', arrows], ['Alt', arrows]),
      row('dayTurn', 'Page Up', 'Page Down'),
      row('barMove', ['Alt', '← →']),
      row('barEnd', ['Shift', 'Alt', '← →']),
    ],
  },
  {
    title: 'window',
    rows: [
      row('title', 'T'),
      row('description', 'E'),
      row('person', 'M'),
      row('due', 'D'),
      row('priority', 'P'),
      row('labels', 'L'),
      row('checklist', '-'),
      row('take', t('boardDialogs:shortcuts.space')),
      row('archive', 'C'),
      row('comment', 'R'),
      row('send', ['Ctrl', 'Enter']),
      row('close', 'Esc'),
    ],
  },
  {
    title: 'board',
    rows: [
      row('search', '/'),
      row('filter', 'F'),
      row('people', ['Shift', 'Enter']),
      row('clear', 'X'),
      row('palette', ['Ctrl', 'K']),
      row('undo', ['Ctrl', 'Z']),
      row('help', '?'),
    ],
  },
]

/** Whether a key stands alone and writes something: those can be turned off. */
const isSingle = ({ keys }: Row): boolean =>
  keys.every(([key = '', ...more]) => more.length === 0 && (key.length === 1 || key === t('boardDialogs:shortcuts.space')))

/** All keys of the board, and whether those that are pressed alone count. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const singleKeys = useSingleKeys()
  return (
    <Dialog title={t('boardDialogs:shortcuts.title')} size={560} onClose={onClose}>
      <Switch
        label={t('boardDialogs:shortcuts.single')}
        hint={t('boardDialogs:shortcuts.singleHint')}
        checked={singleKeys}
        onChange={setSingleKeys}
      />
      {groups().map(({ title, rows }) => (
        <section key={title} className={own.group}>
          <h3>{t(`boardDialogs:shortcuts.${title}`)}</h3>
          <dl>
            {rows.map((each) => (
              <div key={each.text} data-off={(!singleKeys && isSingle(each)) || undefined}>
                <dt>{t(`boardDialogs:shortcuts.keys.${each.text}`)}</dt>
                <dd>
                  {each.keys.map((combination, index) => (
                    <span key={combination.join()}>
                      {index > 0 && <small>{t('boardDialogs:shortcuts.or')}</small>}
                      {combination.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
