import { watchingApi } from '@rodada/contract/cards/watching'
import { IconEye } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import classes from './CardWindow.module.css'
import { useCard } from './card-context.ts'

/** Whether one is told of what others do on this card. Who reads may watch. */
export function WatchButton() {
  const { card, write } = useCard()
  const { id: cardId, watching, watcher_count } = card
  const toggle = () => {
    const now = { watching: !watching, watcher_count: Math.max(0, watcher_count + (watching ? -1 : 1)) }
    void write({
      change: (drawn) => ({ ...drawn, ...now }),
      send: () => call(watching ? watchingApi.leaveCard : watchingApi.watchCard, { params: { cardId } }),
      settle:
        ({ watching, watcher_count }) =>
        (drawn) => ({ ...drawn, watching, watcher_count }),
    })
  }
  return (
    <button
      type="button"
      className={classes.watch}
      aria-pressed={watching}
      title={t(watching ? 'card:watch.stop' : 'card:watch.start')}
      onClick={toggle}
    >
      <IconEye size={18} stroke={1.75} aria-hidden="true" className={watching ? classes.watching : undefined} />
      <span className={classes.watchText}>{t(watching ? 'card:watch.watching' : 'card:watch.watch')}</span>
      {watcher_count > 0 && (
        <span className={classes.watchers}>
          <span aria-hidden="true">{watcher_count}</span>
          <span className="sr-only">{t('card:watch.people', { count: watcher_count })}</span>
        </span>
      )}
    </button>
  )
}
