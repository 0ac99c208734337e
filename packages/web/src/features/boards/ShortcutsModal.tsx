import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import own from './ShortcutsModal.module.css'

type Text = keyof typeof import('../../i18n/pt-br/boards.ts')['boards']['shortcuts']['keys']

/** Texts in quotes are keys of the catalogue; the others are printed on the key. */
const groups: { title: 'move' | 'cards' | 'board'; rows: [Text, string[][]][] }[] = [
  {
    title: 'move',
    rows: [
      ['arrows', [['← ↑ → ↓']]],
      [
        'moveCard',
        [
          ['Ctrl', '← ↑ → ↓'],
          ['Alt', '← ↑ → ↓'],
        ],
      ],
      ['moveLeftRight', [[','], ['.']]],
    ],
  },
  {
    title: 'cards',
    rows: [
      ['enter', [['Enter']]],
      ['new', [['N']]],
      ['edit', [['E']]],
      ['due', [['D']]],
      ['labels', [['L']]],
      ['assign', [[t('boards:shortcuts.space')]]],
      ['archive', [['C']]],
    ],
  },
  {
    title: 'board',
    rows: [
      ['search', [['/']]],
      ['filter', [['F']]],
      ['clear', [['X']]],
      ['undo', [['Ctrl', 'Z']]],
      ['help', [['?']]],
    ],
  },
]

/** All keys of the board. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('boards:shortcuts.title')} size={560} onClose={onClose}>
      <p className={own.lead}>{t('boards:shortcuts.lead')}</p>
      {groups.map(({ title, rows }) => (
        <section key={title} className={own.group}>
          <h3>{t(`boards:shortcuts.${title}`)}</h3>
          <dl>
            {rows.map(([text, keys]) => (
              <div key={text}>
                <dt>{t(`boards:shortcuts.keys.${text}`)}</dt>
                <dd>
                  {keys.map((combination, index) => (
                    <span key={combination.join()}>
                      {index > 0 && <small>{t('boards:shortcuts.or')}</small>}
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
