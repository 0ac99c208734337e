import { Button } from '@mantine/core'
import { type GroupRule, groupsApi } from '@rodada/contract/boards/groups'
import { limits } from '@rodada/contract/core/limits'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { useSession } from '../session/board-session.ts'
import own from './MembersModal.module.css'
import type { Groups } from './use-groups.ts'

type GroupRole = GroupRule['role']

/** Which groups of the provider are on the board; only where this installation reads groups. */
export function BoardGroups({ groups, onRemove }: { groups: Groups; onRemove: (rule: GroupRule) => void }) {
  const { boardId, writes } = useSession()
  const set = async (group: string, role: GroupRole): Promise<boolean> => {
    const ask = () => call(groupsApi.set, { params: { boardId }, body: { group, role } })
    const done = await writes.perform(null, ask, t('boardDialogs:groups.problems.set'))
    await groups.refresh()
    return done !== null
  }
  return (
    <section className={classes.section} aria-label={t('boardDialogs:groups.title')}>
      <h3>{t('boardDialogs:groups.title')}</h3>
      <p className={classes.lead}>{t('boardDialogs:groups.hint', { company: groups.company })}</p>
      {groups.failed && <ErrorState level={3} title={t('boardDialogs:groups.problems.list')} onRetry={() => void groups.refresh()} />}
      {groups.rules.length > 0 && (
        <ul className={classes.rows}>
          {groups.rules.map((rule) => (
            <li key={rule.id}>
              <span className={classes.rowText}>
                {rule.group}
                <small>
                  {rule.user_ids.length === 0
                    ? t('boardDialogs:groups.nobody')
                    : t('boardDialogs:groups.people', { count: rule.user_ids.length })}
                </small>
              </span>
              <RoleSelect
                label={t('boardDialogs:groups.roleOf', { group: rule.group })}
                value={rule.role}
                onChange={(role) => void set(rule.group, role)}
              />
              <IconButton label={t('boardDialogs:groups.remove', { group: rule.group })} onClick={() => onRemove(rule)}>
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {groups.rules.length < limits.boardGroups && <NewGroup onAdd={set} />}
    </section>
  )
}

function NewGroup({ onAdd }: { onAdd: (group: string, role: GroupRole) => Promise<boolean> }) {
  const [group, setGroup] = useState('')
  const [role, setRole] = useState<GroupRole>('member')
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setProblem(group.trim() === '' ? t('texts:groupNameRequired') : undefined)
    if (group.trim() === '') return field.current?.focus()
    setSending(true)
    if (await onAdd(group, role)) {
      toast(t('boardDialogs:groups.added', { group: group.trim() }))
      setGroup('')
      field.current?.focus()
    }
    setSending(false)
  }
  return (
    <form className={own.group} onSubmit={(event) => void submit(event)} noValidate aria-label={t('boardDialogs:groups.form')}>
      <Field label={t('boardDialogs:groups.name')} hint={t('boardDialogs:groups.nameHint')} problem={problem}>
        {(control) => (
          <input
            {...control}
            ref={field}
            className={classes.input}
            value={group}
            maxLength={limits.groupName}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
        )}
      </Field>
      <div className={own.groupActions}>
        <RoleSelect label={t('boardDialogs:groups.role')} value={role} onChange={setRole} />
        <Button type="submit" loading={sending}>
          {t('boardDialogs:groups.add')}
        </Button>
      </div>
    </form>
  )
}

/** What a group can give: nobody administers a board by one. */
function RoleSelect({ label, value, onChange }: { label: string; value: GroupRole; onChange: (role: GroupRole) => void }) {
  return (
    <select
      className={`${classes.select} ${own.role}`}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'guest' ? 'guest' : 'member')}
    >
      <option value="member">{t('boardDialogs:members.roles.member')}</option>
      <option value="guest">{t('boardDialogs:members.roles.guest')}</option>
    </select>
  )
}

/** Asks before a group goes, saying how many go with it. */
export function RemoveGroup({ rule, groups, onClose }: { rule: GroupRule; groups: Groups; onClose: () => void }) {
  const { boardId, writes } = useSession()
  const { group, id } = rule
  // Somebody may come by it while the question is open.
  const count = (groups.rules.find((each) => each.id === id) ?? rule).user_ids.length
  return (
    <ConfirmDialog
      title={t('boardDialogs:groups.removeConfirm', { group })}
      text={count === 0 ? t('boardDialogs:groups.removeNobody') : t('boardDialogs:groups.removeText', { count })}
      action={t('boardDialogs:groups.removeSubmit')}
      onConfirm={async () => {
        const ask = () => call(groupsApi.remove, { params: { boardId, ruleId: id } })
        const done = await writes.perform(null, ask, t('boardDialogs:groups.problems.remove'))
        if (done) toast(t('boardDialogs:groups.removed', { group }))
        await groups.refresh()
      }}
      onClose={onClose}
    />
  )
}
