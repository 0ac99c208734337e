import { expect } from '@playwright/test'
import { githubApi } from '@rodada/contract/integrations/github'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { connectGithub, openIntegrations } from '../harness/integration-stage.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'
import { CardPage } from '../pages/card.ts'
import type { ServiceStage } from './stage.ts'

/** Ana, with her GitHub connected, in front of a board. */
async function atBoard({ team, origin, look, github }: ServiceStage): Promise<{ ana: Member; boardId: number }> {
  const ana = await team.member('Ana Luísa', look)
  const { boardId } = await stageBoard(origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'], Concluído: ['Login por e-mail'] } })
  await ana.signIn()
  await connectGithub(ana, github)
  return { ana, boardId }
}

/** What other services do here, by the name of the picture. */
export const integrationScenes: Record<string, (stage: ServiceStage) => Promise<Member>> = {
  'integrations-settings': async (stage) => (await atBoard(stage)).ana,
  'integrations-card': async (stage) => {
    const { ana, boardId } = await atBoard(stage)
    const { number } = stage.github.addIssue('aroeira/loja', {
      title: 'Soma o frete no total do carrinho',
      pull: { draft: false, merged: false },
    })
    await ana.board.open(boardId)
    await ana.board.card('Calcular frete').click()
    const card = new CardPage(ana.page)
    const links = card.section('Links e GitHub')
    for (const text of [`aroeira/loja#${number}`, 'https://docs.google.com/spreadsheets/d/1abc/edit']) {
      await card.addLink()
      await links.getByRole('textbox', { name: 'Link, issue ou pull request' }).fill(text)
      await links.getByRole('button', { name: 'Adicionar' }).click()
      await expect(links.getByRole('textbox')).toHaveCount(0)
    }
    await links.scrollIntoViewIfNeeded()
    return ana
  },
  'integrations-board': async (stage) => {
    const { ana, boardId } = await atBoard(stage)
    await callAs(stage.origin, ana.account, githubApi.createWebhook, { params: { boardId } })
    await ana.board.open(boardId)
    await openIntegrations(ana.page)
    await ana.page.getByText('Nada chegou ainda.').waitFor()
    return ana
  },
  'integrations-stopped': async (stage) => {
    const { ana, boardId } = await atBoard(stage)
    await callAs(stage.origin, ana.account, githubApi.createWebhook, { params: { boardId } })
    const by = { id: 1, name: 'Caio', avatar_url: null }
    // What a board looks like whose integrations were set by somebody who left, or by nobody knows whom.
    await notHandedOn(ana.page).route('**/github/webhook', async (route) => {
      const { webhook } = await (await route.fetch()).json()
      await route.fulfill({ json: { webhook: { ...webhook, set_by: by, stopped: 'lost_rights' } } })
    })
    const hook = {
      masked_url: 'https://hooks.slack.com/services/…Xk4f',
      updated_at: '2026-01-12T12:00:00.000Z',
      failing_since: null,
      set_by: null,
      stopped: 'unknown_person',
      sprint_ended: true,
      vote_finished: true,
      card_done: true,
    }
    await notHandedOn(ana.page).route('**/slack', (route) => route.fulfill({ json: { hook } }))
    await ana.board.open(boardId)
    await openIntegrations(ana.page)
    await ana.page.getByText('Parado: Caio não administra mais este quadro.').waitFor()
    await ana.page.getByText('Parado: não sabemos').scrollIntoViewIfNeeded()
    await ana.page.getByText('Parado: Caio').evaluate((text) => text.closest('section')?.scrollIntoView({ block: 'start' }))
    return ana
  },
}
