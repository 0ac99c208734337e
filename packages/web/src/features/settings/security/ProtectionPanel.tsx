import type { Icon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from '../settings.module.css'

/**
 * Something that protects the account and is on or off, as it is now.
 * @param stateOf the chip that says so
 * @param children what is said, and can be done, once that is known
 * @param dialog what is open above
 */
export function ProtectionPanel<Data>({
  title,
  query: { data, error, refetch },
  stateOf,
  children,
  dialog,
}: {
  title: string
  query: UseQueryResult<Data>
  stateOf: (data: Data) => { on: boolean; text: string; icon: Icon }
  children: (data: Data) => ReactNode
  dialog: ReactNode
}) {
  const state = data === undefined ? undefined : stateOf(data)
  return (
    <Panel
      title={title}
      note={
        state && (
          <Chip tone={state.on ? 'ok' : 'neutral'}>
            <state.icon size={16} stroke={1.75} aria-hidden />
            {state.text}
          </Chip>
        )
      }
    >
      {error && data === undefined && (
        <ErrorState level={3} title={t('settings:failed')} text={error.message} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && (
        <SkeletonGroup>
          <Skeleton height="4rem" radius="8px" />
        </SkeletonGroup>
      )}
      {data !== undefined && <div className={classes.form}>{children(data)}</div>}
      {dialog}
    </Panel>
  )
}

/** Which dialog is open above some actions. Closed, it gives the focus to the first of these, because what opened it may be gone with what it did. */
export function useDialogAbove<Which>() {
  const [open, setOpen] = useState<Which | null>(null)
  const actions = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(null)
    focusIfLost(() => actions.current?.querySelector('button'))
  }
  return { open, setOpen, close, actions }
}
