import { filesApi } from '@rodada/contract/cards/files'
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { useFocusHandover } from '../../../../ui/focus/use-focus-handover.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { toast, undoToast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useCard } from '../card-context.ts'
import { momentText } from '../comments/moment.ts'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { useShowLinks } from '../links/use-links.ts'
import classes from './Files.module.css'
import { iconOf, isPage, isPicture, sizeText } from './file-facts.ts'
import { findAddFiles } from './use-add-files.ts'
import { downloadAddress, type ShownFile } from './use-files.ts'

/** A file on the card. Pictures open in the gallery, pages in a tab of their own, and everything else is saved. */
export function FileTile({ file, onOpen }: { file: ShownFile; onOpen: () => void }) {
  const { canWrite } = useCard()
  const tile = useRef<HTMLLIElement>(null)
  useFocusHandover(tile, findAddFiles)
  const { name, size, user, created_at } = file
  return (
    <li ref={tile} className={classes.tile} data-file={file.id}>
      <Opener file={file} onOpen={onOpen}>
        <span className={classes.thumb}>
          <Thumb file={file} />
        </span>
        <span className={classes.name} title={name}>
          {name}
        </span>
      </Opener>
      {canWrite ? <FileMenu file={file} /> : isPicture(file) || isPage(file) ? <Download file={file} /> : null}
      <p className={classes.facts}>
        <span>
          {sizeText(size)}, {user?.name ?? t('card:comments.someoneGone')}
        </span>
        <time dateTime={created_at}>{momentText(created_at)}</time>
      </p>
    </li>
  )
}

/** Until its address is known a file can be seen and not opened. */
function Opener({ file, onOpen, children }: { file: ShownFile; onOpen: () => void; children: ReactNode }) {
  const { name, address } = file
  if (!address) return <span className={classes.open}>{children}</span>
  if (isPicture(file)) {
    return (
      <button type="button" className={classes.open} aria-label={t('files:see', { name })} onClick={onOpen}>
        {children}
      </button>
    )
  }
  const opensTab = isPage(file)
  return (
    <a
      className={classes.open}
      aria-label={t(opensTab ? 'files:opensTab' : 'files:saves', { name })}
      href={opensTab ? address.url : downloadAddress(address)}
      {...(opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : { download: name })}
    >
      {children}
    </a>
  )
}

function Thumb({ file }: { file: ShownFile }) {
  const Icon = iconOf(file.name)
  const preview = file.address?.preview_url
  return preview ? <img src={preview} alt="" loading="lazy" decoding="async" /> : <Icon size={28} stroke={1.5} aria-hidden />
}

function Download({ file: { name, address } }: { file: ShownFile }) {
  if (!address) return null
  return (
    <a className={classes.tool} data-link href={downloadAddress(address)} download={name} aria-label={t('files:download', { name })}>
      <IconDownload size={18} stroke={1.75} aria-hidden />
    </a>
  )
}

function FileMenu({ file }: { file: ShownFile }) {
  const { setPop } = useCard()
  const show = useShowLinks()
  const { id, name, address } = file
  const params = { fileId: id }
  const restore = async () => {
    try {
      await call(filesApi.restore, { params })
      toast(t('files:restored', { name }))
    } catch (reason) {
      tellProblem(t('files:restoreProblem'), reason)
    }
    await show()
  }
  const remove = async () => {
    setPop(null)
    try {
      await call(filesApi.remove, { params })
      undoToast(t('files:removed', { name }), () => void restore())
    } catch (reason) {
      tellProblem(t('files:removeProblem'), reason)
    }
    await show()
  }
  return (
    <Pop
      name={`file ${id}`}
      width={200}
      position="bottom-end"
      target={
        <IconButton label={t('files:menu', { name })} className={classes.tool}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </IconButton>
      }
    >
      <div className={popClasses.list}>
        {address && (
          <a data-option className={popClasses.option} href={downloadAddress(address)} download={name} onClick={() => setPop(null)}>
            <IconDownload size={18} stroke={1.75} aria-hidden />
            <span>{t('files:save')}</span>
          </a>
        )}
        <Option danger onChoose={() => void remove()}>
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('card:delete')}</span>
        </Option>
      </div>
    </Pop>
  )
}
