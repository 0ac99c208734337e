import { t } from '../../i18n/index.ts'
import { EmptyTable } from '../../ui/page/Table.tsx'
import classes from './RoomLoading.module.css'

/** The empty table while the room is on its way. */
export function RoomLoading() {
  return (
    <main id="conteudo" tabIndex={-1} className={classes.screen}>
      <EmptyTable>
        <p role="status" className={classes.text}>
          {t('rooms:connection.connecting')}
        </p>
      </EmptyTable>
    </main>
  )
}
