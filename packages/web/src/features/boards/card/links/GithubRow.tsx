import { Button } from '@mantine/core'
import { type GithubLink, githubApi } from '@rodada/contract/integrations/github'
import { IconCircleDot, IconGitPullRequest, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { Chip, type ChipTone } from '../../../../ui/marks/Chip.tsx'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useCard } from '../card-context.ts'
import classes from './Links.module.css'
import { useShowLinks } from './use-links.ts'

const tones: Record<GithubLink['kind'], Record<GithubLink['state'], ChipTone>> = {
  issue: { open: 'brand', closed: 'ok', draft: 'neutral', merged: 'ok' },
  pull: { open: 'brand', closed: 'danger', draft: 'neutral', merged: 'ok' },
}
/** What another person's account may mend. */
const mendable = ['disconnected', 'revoked', 'not_found']

/** An issue or pull request on the card, with its state there. */
export function GithubRow({ link }: { link: GithubLink }) {
  const { id, kind, state, title, url, problem } = link
  const { card, canWrite } = useCard()
  const show = useShowLinks()
  const [asking, setAsking] = useState(false)
  const Icon = kind === 'pull' ? IconGitPullRequest : IconCircleDot
  const name = `${link.repository}#${link.number}`
  const params = { cardId: card.id, linkId: id }
  const remove = async () => {
    try {
      await call(githubApi.unlink, { params })
      toast(t('integrations:links.removed', { title: name }))
    } catch (reason) {
      tellProblem(t('integrations:links.removeProblem'), reason)
    }
    await show()
  }
  const takeOver = async () => {
    setAsking(true)
    try {
      await call(githubApi.takeOver, { params })
      toast(t('integrations:links.takenOver'))
    } catch (reason) {
      tellProblem(t('integrations:links.problem'), reason)
    }
    await show()
    setAsking(false)
  }
  return (
    <li>
      <div className={classes.row}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className={classes.text}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('integrations:links.opens', { title: `${name}, ${title}` })}
          >
            {title}
          </a>
          <small>{name}</small>
        </span>
        <Chip tone={tones[kind][state]}>{t(`integrations:${kind === 'pull' ? 'pullStates' : 'states'}.${state}`)}</Chip>
        {canWrite && (
          <span className={classes.tools}>
            <IconButton label={t('integrations:links.remove', { title: name })} onClick={() => void remove()}>
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {problem && (
        <div className={classes.note}>
          <span>{t(`integrations:linkProblems.${problem}`, { name: link.linked_by?.name ?? t('integrations:someone') })}</span>
          {canWrite && mendable.includes(problem) && (
            <Button size="sm" loading={asking} onClick={() => void takeOver()}>
              {t('integrations:links.takeOver')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
