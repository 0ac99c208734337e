import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'

/** Every colour on the page, element by element. */
const coloursOf = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((element) => {
      const { color, backgroundColor, backgroundImage, borderColor, outlineColor, boxShadow, fill, stroke } = getComputedStyle(element)
      return [element.tagName, color, backgroundColor, backgroundImage, borderColor, outlineColor, boxShadow, fill, stroke].join(' ')
    }),
  )

test('a theme chosen in another tab draws at once what a start in it draws, charts too', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const tasks = [
    { title: 'Antifraude', points: 3, who: ana.account, due: 0 },
    { title: 'Boleto', points: 5, column: 'Concluído' },
    { title: 'Cupom' },
  ]
  const { boardId, sprintId } = await stageSprint(server.origin, ana.account, { from: 0, tasks })
  await ana.signIn()
  const elsewhere = await ana.tab()
  await elsewhere.page.goto('/theme.js')
  const choose = (theme: string) => elsewhere.page.evaluate((value) => localStorage.setItem('rodada.theme', value), theme)
  const { page } = ana
  const root = page.locator('html')
  const region = (name: string) => page.getByRole('region', { name })
  // Something of each part that comes by itself.
  const screens: Record<string, Locator[]> = {
    '/dashboard': [
      region('Suas tarefas').getByRole('button', { name: 'Concluídas' }),
      region('Para agora').getByRole('listitem').filter({ hasText: 'Antifraude' }),
      region('Seus quadros').getByRole('link').first(),
      region('Sprint 12').getByRole('progressbar'),
      region('Sua semana').getByRole('table'),
      region('Aconteceu').getByRole('listitem').first(),
    ],
    [`/board/${boardId}`]: [
      ...tasks.map(({ title }) => page.getByRole('heading', { level: 3, name: title })),
      // Who else is there comes last.
      page.getByRole('img', { name: /^No quadro agora/ }),
    ],
    [`/sprint/${sprintId}/report`]: [
      page.getByRole('img', { name: /^Burndown/ }),
      page.getByRole('img', { name: /^Velocidade/ }),
      region('O que falta').getByRole('listitem').filter({ hasText: 'Antifraude' }),
      region('Leitura'),
    ],
  }
  const expectDrawn = async (signs: readonly Locator[]) => {
    for (const sign of signs) await expect(sign).toBeVisible()
    // Also those that are not shown yet: a place for what comes is hidden at first.
    await expect(page.getByRole('status', { includeHidden: true }).getByText('Carregando…'), 'nothing is still to come').toHaveCount(0)
  }
  for (const [path, signs] of Object.entries(screens))
    await test.step(path, async () => {
      await choose('light')
      await page.goto(path)
      await expectDrawn(signs)
      const light = await coloursOf(page)
      await choose('dark')
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
      const switched = await coloursOf(page)
      expect(switched).not.toEqual(light)
      await page.reload()
      await expectDrawn(signs)
      await expect.poll(() => coloursOf(page)).toEqual(switched)
      await choose('light')
      await expect.poll(() => coloursOf(page)).toEqual(light)
    })
})
