import { Button } from '@mantine/core'
import { type PersonalToken, tokenPrefix } from '@rodada/contract/auth/tokens'
import { IconEdit, IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { expiryOf } from './expiry.ts'
import classes from './programs.module.css'

type Told = Pick<PersonalToken, 'name' | 'hint' | 'scope' | 'last_used_at' | 'expires_at'>
type Props = {
  token: Told
  /** Whose it is, where tokens of others stand beside it. */
  owner?: ReactNode
  boards: string
  onRevoke: () => void
}

const columns = ['name', 'scope', 'boards', 'used', 'expires'] as const

/** The names of the columns, for eyes; each row says them to others. */
export function TokenHead() {
  return (
    <div className={classes.head} aria-hidden="true">
      {columns.map((column) => (
        <span key={column}>{t(`programs:columns.${column}`)}</span>
      ))}
      <span />
    </div>
  )
}

/** One token in a list. */
export function TokenRow({ token: { name, hint, scope, last_used_at, expires_at }, owner, boards, onRevoke }: Props) {
  const expiry = expiryOf(expires_at)
  const Icon = scope === 'write' ? IconEdit : IconEye
  return (
    <li className={classes.token} data-ended={expiry.tone === 'ended' || undefined}>
      <span className={classes.name}>
        <b>{name}</b>
        {owner && <span className={classes.owner}>{owner}</span>}
        <code>
          {tokenPrefix}…{hint}
        </code>
      </span>
      <span className={classes.scope}>
        <Chip tone={scope === 'write' ? 'accent' : 'neutral'}>
          <Icon size={14} stroke={2} aria-hidden />
          {t(`programs:scope.${scope}`)}
        </Chip>
      </span>
      <span className={classes.boards}>
        <span className="sr-only">{t('programs:columns.boards')}: </span>
        {boards}
      </span>
      <span className={classes.quiet}>
        <span className={classes.said}>{t('programs:columns.used')}: </span>
        {last_used_at === null ? t('programs:never') : format.agoSaid(last_used_at)}
      </span>
      <span className={classes.quiet} data-tone={expiry.tone}>
        <span className={classes.said}>{t('programs:columns.expires')}: </span>
        {expiry.text}
      </span>
      <Button size="sm" variant="danger" className={classes.revoke} onClick={onRevoke} aria-label={t('programs:revokeOf', { name })}>
        {t('programs:revoke')}
      </Button>
    </li>
  )
}
