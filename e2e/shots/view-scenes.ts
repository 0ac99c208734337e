import { expect } from '@playwright/test'
import type { Member } from '../harness/team.ts'
import { inSprint } from './sprint-scenes.ts'
import type { Stage } from './stage.ts'

type Open = (address: string) => Promise<void>

const states: Record<string, (ana: Member, open: Open) => Promise<void>> = {
  'view-table': async (ana, open) => {
    await open('tabela')
    await expect(ana.page.getByText('Antifraude')).toBeVisible()
  },
  'view-table-groups': async (ana, open) => {
    await open('tabela')
    await ana.page.getByRole('button', { name: 'Colunas' }).click()
    await ana.page.getByRole('menuitemradio', { name: 'Por lista' }).click()
    await expect(ana.page.getByText('Em revisão').first()).toBeVisible()
  },
  'view-table-choice': async (ana, open) => {
    await open('tabela&ordem=-due')
    await expect(ana.page.getByText('Em Andamento').first()).toBeVisible()
    // On a phone there are rows and no cells.
    const cell = ana.page.getByRole('gridcell', { name: 'Em Andamento' }).first()
    if (!(await cell.isVisible())) return
    await cell.click()
    await ana.page.keyboard.press('Enter')
    await expect(ana.page.getByRole('listbox')).toBeVisible()
  },
  'view-calendar': async (ana, open) => {
    await open('calendario')
    await expect(ana.page.locator('time[aria-current="date"], button[aria-current="date"]')).toBeVisible()
  },
  'view-calendar-week': async (ana, open) => {
    await open('calendario&por=semana')
    await expect(ana.page.locator('[aria-current="date"]').first()).toBeVisible()
  },
  'view-timeline': async (ana, open) => {
    await open('linha')
    await expect(ana.page.locator('[data-kanban-item]').first()).toBeVisible()
  },
  'view-timeline-months': async (ana, open) => {
    await open('linha&por=mes')
    await expect(ana.page.locator('[data-kanban-item]').first()).toBeVisible()
  },
}

/** The views of the demonstration's board. */
export const viewScenes = Object.fromEntries(
  Object.entries(states).map(([name, reach]) => [
    name,
    async (stage: Stage) => {
      const { ana, boardId } = await inSprint(stage)
      await reach(ana, async (address) => void (await ana.page.goto(`/board/${boardId}?visao=${address}`)))
      return ana
    },
  ]),
)
