import { Button, Menu } from '@mantine/core'
import { IconCopy, IconLink, IconMail, IconSend, IconShare2, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import { teamToday } from '../../../lib/dates/days.ts'
import { copyText } from '../../../lib/device/copy.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import menu from '../../../ui/page/menu.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'
import type { ReportData } from './reading.ts'
import { reportText } from './report-text.ts'

const PublicLinks = lazyPart(async () => (await import('../../../ui/links/PublicLinksDialog.tsx')).PublicLinksDialog, {
  texts: ['publicLinks'],
})

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Ways to send a report: its text or its address to be pasted, a letter, or the device's own list of apps. */
export function SendReport({ data, unit }: { data: ReportData; unit: Unit }) {
  const { sprint } = data.report
  const { data: board } = useQuery(boardFrameQuery(sprint.board_id))
  const [showing, setShowing] = useState(false)
  const address = `${location.origin}/sprint/${sprint.id}/report`
  const text = reportText(data, unit, { today: teamToday(), address })
  const subject = t('report:send.subject', { sprint: sprint.name, board: sprint.board_name })
  const copy = async (what: string, done: string) => {
    if (await copyText(what)) toast(done)
    else tellProblem(t('errors.copy'))
  }
  // Closing the system's own list without a choice is an answer too.
  const offer = () => navigator.share({ title: subject, text }).catch(() => undefined)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <Button className={classes.send} leftSection={<IconSend {...icon} />}>
            {t('report:send.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copy(text, t('report:send.copied'))}>
            {t('report:send.copy')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
            leftSection={<IconMail {...icon} />}
          >
            {t('report:send.mail')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copy(address, t('report:send.linkCopied'))}>
            {t('report:send.link')}
          </Menu.Item>
          {board?.can.write && (
            <Menu.Item leftSection={<IconWorld {...icon} />} onClick={() => setShowing(true)}>
              {t('report:send.publicLink')}
            </Menu.Item>
          )}
          {'share' in navigator && (
            <Menu.Item leftSection={<IconShare2 {...icon} />} onClick={() => void offer()}>
              {t('report:send.offer')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {showing && <PublicLinks boardId={sprint.board_id} sprint={sprint} onClose={() => setShowing(false)} />}
    </>
  )
}
