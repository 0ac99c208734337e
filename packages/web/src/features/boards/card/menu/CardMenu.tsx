import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowsTransferUp,
  IconCopy,
  IconDots,
  IconGitBranch,
  IconHash,
  IconLink,
  IconRepeat,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { copyText } from '../../../../lib/device/copy.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import menu from '../../../../ui/page/menu.module.css'
import { PopAnchor } from '../../../../ui/page/PopAnchor.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { useBoardUi } from '../../session/board-ui.ts'
import { useBoard } from '../../session/use-board.ts'
import classes from '../CardWindow.module.css'
import { useCard } from '../card-context.ts'
import { RepeatPop } from '../facts/RepeatPop.tsx'
import { copyCardLink } from '../KeyCrumb.tsx'
import { branchName } from './branch-name.ts'

const ToBoardDialog = lazyPart(async () => (await import('./ToBoardDialog.tsx')).ToBoardDialog)

const SaveAsTemplateModal = lazyPart(async () => (await import('../../card-templates/SaveAsTemplateModal.tsx')).SaveAsTemplateModal, {
  texts: ['cardTemplates'],
})

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What one does with a card, besides changing what is in it. What takes the card away stands last. */
export function CardMenu({ onClose }: { onClose: () => void }) {
  const { card, canWrite, popBox, setPop } = useCard()
  const { actions } = useBoard()
  const { archive } = useBoardUi()
  const id = useId()
  const dots = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState<'toBoard' | 'template' | null>(null)
  /** For what opens something else: the focus is to come back to the button, since the entry is gone by then. */
  const fromDots = (open: () => void) => () => {
    dots.current?.focus()
    open()
  }
  // The board offers 'Desfazer', and asks first where a sprint under way would lose the card.
  const leaveWith = (act: () => Promise<boolean>) => () => {
    void act()
    onClose()
  }
  const copyKey = async () => {
    const copied = await copyText(card.key)
    toast(copied ? t('card:key.keyCopied', { key: card.key }) : t('card:key.notCopied'))
  }
  const copyBranch = async () => {
    const name = branchName(card)
    toast((await copyText(name)) ? t('card:branch.copied', { name }) : t('card:branch.notCopied', { name }))
  }
  const copyCard = async () => {
    const key = await actions.copyCard(card.id)
    if (key) toast(t('card:actions.copied', { key }))
  }
  return (
    <>
      <Menu
        id={id}
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={240}
        offset={6}
        portalProps={popBox ? { target: popBox } : undefined}
        withInitialFocusPlaceholder={false}
        classNames={{ dropdown: menu.dropdown }}
      >
        <Menu.Target>
          <IconButton ref={dots} label={t('card:actions.menu')} className={classes.menu} data-card-menu>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Menu.Target>
        {/* The window's own keys do not reach through it: Escape closes the menu alone. */}
        <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyCardLink(card.key)}>
            {t('card:actions.copyLink')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHash {...icon} />} onClick={() => void copyKey()}>
            {t('card:actions.copyKey')}
          </Menu.Item>
          {canWrite && (
            <>
              <Menu.Item leftSection={<IconGitBranch {...icon} />} onClick={() => void copyBranch()}>
                {t('card:branch.copy')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copyCard()}>
                {t('card:actions.copy')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={fromDots(() => setDialog('template'))}>
                {t('card:actions.saveAsTemplate')}
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowsTransferUp {...icon} />} onClick={fromDots(() => setDialog('toBoard'))}>
                {t('card:actions.toBoard')}
              </Menu.Item>
              <Menu.Item leftSection={<IconRepeat {...icon} />} onClick={fromDots(() => setPop('repeatFromMenu'))}>
                {t('card:repeat.add')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconArchive {...icon} />} onClick={leaveWith(() => archive({ kind: 'card', id: card.id }))}>
                {t('card:actions.archive')}
              </Menu.Item>
              <Menu.Item
                className={menu.danger}
                leftSection={<IconTrash {...icon} />}
                onClick={leaveWith(() => actions.deleteCard(card.id))}
              >
                {t('card:actions.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {canWrite && <RepeatPop name="repeatFromMenu" id={id} position="bottom-end" target={<PopAnchor button={dots} />} />}
      {dialog === 'toBoard' && <ToBoardDialog onClose={() => setDialog(null)} onTaken={onClose} />}
      {dialog === 'template' && <SaveAsTemplateModal card={card} onClose={() => setDialog(null)} />}
    </>
  )
}

/** The menu of the window, which takes the focus of what has left the facts. */
export const findCardMenu = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-card-menu]')
