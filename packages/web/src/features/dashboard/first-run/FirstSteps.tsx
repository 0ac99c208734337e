import { Button } from '@mantine/core'
import { accountApi } from '@rodada/contract/auth/account'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { settingsQuery } from '../../../lib/device/save-appearance.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { toast, undoToast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { BoardStep } from './BoardStep.tsx'
import classes from './FirstSteps.module.css'
import { PeopleStep } from './PeopleStep.tsx'
import { TableStep } from './TableStep.tsx'
import type { FirstRun } from './use-first-run.ts'
import { WaitingTable } from './WaitingTable.tsx'

/** The three steps to a team that votes on its own story: a board, people, a table. Each does what it says, and is done when that is there. */
export function FirstSteps({ run }: { run: FirstRun }) {
  const { board, invited, hasPeople } = run
  const putAside = usePutAside()
  // What somebody opened themselves; otherwise the first step that is not done.
  const [chosen, setChosen] = useState<'people' | 'table' | null>(null)
  const next = board === null ? 'board' : hasPeople ? 'table' : 'people'
  const open = board === null ? 'board' : (chosen ?? next)
  return (
    <section className={classes.first} aria-label={t('firstRun:title')}>
      <div className={classes.lead}>
        <p>{t('firstRun:lead')}</p>
        <Button variant="subtle" onClick={() => void putAside()}>
          {t('firstRun:later')}
        </Button>
      </div>
      <div className={classes.columns}>
        <ol className={classes.steps}>
          <Step
            number={1}
            title={board?.title ?? t('firstRun:board.title')}
            text={board ? t('firstRun:board.done', { key: board.key_prefix }) : t('firstRun:board.text')}
            isDone={board !== null}
            isOpen={open === 'board'}
            aside={
              board && (
                <LinkButton variant="subtle" size="sm" to="/board/$boardId" params={{ boardId: String(board.id) }}>
                  {t('firstRun:board.see')}
                </LinkButton>
              )
            }
          >
            <BoardStep />
          </Step>
          <Step
            number={2}
            title={t('firstRun:people.title')}
            text={hasPeople ? t('firstRun:people.done', { count: peopleOf(run) }) : t('firstRun:people.text')}
            isDone={hasPeople}
            isOpen={open === 'people'}
            aside={
              board !== null &&
              open !== 'people' && (
                <Button variant="subtle" size="sm" onClick={() => setChosen('people')}>
                  {t(hasPeople ? 'firstRun:people.more' : 'firstRun:people.open')}
                </Button>
              )
            }
          >
            {board && (
              <PeopleStep boardId={board.id} onSent={() => setChosen('people')} onNext={() => setChosen('table')} isDone={hasPeople} />
            )}
          </Step>
          <Step
            number={3}
            title={t('firstRun:table.title')}
            text={t('firstRun:table.text')}
            isDone={false}
            isOpen={open === 'table' || (hasPeople && board !== null)}
            aside={
              board !== null &&
              !hasPeople &&
              open !== 'table' && (
                <Button variant="subtle" size="sm" onClick={() => setChosen('table')}>
                  {t('firstRun:table.open')}
                </Button>
              )
            }
          >
            {board && <TableStep board={board} />}
          </Step>
        </ol>
        <WaitingTable invited={invited} />
      </div>
    </section>
  )
}

const peopleOf = ({ board, invited }: FirstRun): number => invited.length + (board ? board.member_count - 1 : 0)

type StepProps = { number: number; title: string; text: string; isDone: boolean; isOpen: boolean; aside?: ReactNode; children: ReactNode }

function Step({ number, title, text, isDone, isOpen, aside, children }: StepProps) {
  const id = useId()
  return (
    <li className={classes.step} data-open={isOpen || undefined} data-done={isDone || undefined} aria-labelledby={id}>
      <span className={classes.number} aria-hidden>
        {isDone ? <IconCheck size={20} stroke={2.5} /> : number}
      </span>
      <div className={classes.words}>
        <h2 id={id}>
          {title}
          {isDone && <span className="sr-only"> ({t('firstRun:isDone')})</span>}
        </h2>
        <p>{text}</p>
      </div>
      {aside}
      {isOpen && <div className={classes.content}>{children}</div>}
    </li>
  )
}

/** Puts the steps aside for good, with a way back for a moment. */
function usePutAside() {
  const client = useQueryClient()
  const choose = async (first_steps: boolean) => {
    try {
      client.setQueryData(settingsQuery.queryKey, await call(accountApi.updateSettings, { body: { dashboard: { first_steps } } }))
      if (first_steps) toast(t('firstRun:back'))
      else undoToast(t('firstRun:aside'), () => void choose(true))
    } catch (reason) {
      tellProblem(t('firstRun:laterFailed'), reason)
    }
  }
  return () => choose(false)
}
