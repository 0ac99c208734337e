import { Button, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconMarkdown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { DeleteRecord } from './DeleteRecord.tsx'
import classes from './Record.module.css'
import { recordMarkdown } from './record-markdown.ts'
import type { RecordSource } from './record-source.ts'
import type { ShownRecord } from './use-record.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = { source: RecordSource; shown: ShownRecord; onDeleted: () => void }

/** What one does with a record: keep it as a file, copy it as text, and, for who moderated, delete it. */
export function RecordActions({ source, shown, onDeleted }: Props) {
  const { room, rounds, days } = shown
  const [saving, setSaving] = useState(false)
  const [asks, setAsks] = useState(false)
  const save = async () => {
    setSaving(true)
    await source.saveCsv().catch((reason: unknown) => tellProblem(t('record:problems.csv'), reason))
    setSaving(false)
  }
  const copy = async () => {
    const count = days.reduce((sum, { stories }) => sum + stories.length, 0)
    const copied = await copyText(recordMarkdown({ roomName: room.roomName, rounds, days }))
    if (copied) toast(t('record:copied', { count }))
    else tellProblem(t('record:problems.copy'))
  }
  return (
    <>
      <Button className={`${classes.act} ${classes.copy}`} leftSection={<IconMarkdown {...icon} />} onClick={() => void copy()}>
        <span className={classes.wide}>{t('record:copy')}</span>
        <span className={classes.narrow}>{t('record:copyShort')}</span>
      </Button>
      <Button
        variant="filled"
        className={classes.act}
        leftSection={<IconDownload {...icon} />}
        loading={saving}
        onClick={() => void save()}
      >
        {t('record:csv')}
      </Button>
      {room.can.delete && (
        <span className={classes.dots}>
          <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
            <Menu.Target>
              <IconButton label={t('record:menu')}>
                <IconDots {...icon} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item className={menu.danger} leftSection={<IconTrash {...icon} />} onClick={() => setAsks(true)}>
                {t('record:delete.open')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      )}
      {asks && <DeleteRecord source={source} room={room} onDeleted={onDeleted} onClose={() => setAsks(false)} />}
    </>
  )
}
