import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import classes from './Record.module.css'
import { RecordActions } from './RecordActions.tsx'
import { RecordBody } from './RecordBody.tsx'
import { RecordLoading } from './RecordScreen.tsx'
import { accountSource, recordQuery, tableSource } from './record-source.ts'
import { sessionWords } from './record-words.ts'
import { useRecord } from './use-record.ts'

/** The record at the table, so that nobody has to leave it; guests who moderate have it only here. */
export function RecordDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const session = useRoomSession()
  const client = useQueryClient()
  const source = useMemo(() => (hasSession() ? accountSource(code) : tableSource(code, session)), [code, session])
  const { query, shown } = useRecord(source)
  const { error, refetch } = query
  const past = useRoom((state) => state.past)
  const drawnWith = useRef(past)
  useEffect(() => {
    // A round that is revealed, saved or deleted while one reads.
    if (drawnWith.current === past) return
    drawnWith.current = past
    void client.invalidateQueries({ queryKey: recordQuery(source).queryKey })
  }, [past, client, source])
  const { title, lead } = sessionWords(shown?.rounds ?? [], shown?.days.map(({ day }) => day) ?? [])
  const onDeleted = () => void client.resetQueries({ queryKey: recordQuery(source).queryKey })
  return (
    <Dialog title={shown && shown.days.length > 0 ? title : t('record:title.plain')} size={900} onClose={onClose}>
      {error && !shown && <ErrorState level={3} title={t('record:problems.load')} text={error.message} onRetry={() => void refetch()} />}
      {!error && !shown && <RecordLoading />}
      {shown && (
        <>
          {shown.days.length > 0 && (
            <div className={classes.bar}>
              <p>{lead}</p>
              <div className={classes.actions}>
                <RecordActions source={source} shown={shown} onDeleted={onDeleted} />
              </div>
            </div>
          )}
          <RecordBody shown={shown} query={query} linked={false} />
        </>
      )}
    </Dialog>
  )
}
