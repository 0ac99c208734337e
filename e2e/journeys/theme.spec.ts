import type { Page } from '@playwright/test'
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
  const ana = await team.member('Ana', { stillness: true })
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
  const screens = {
    '/dashboard': page.getByRole('region', { name: 'Aconteceu' }).getByRole('listitem').first(),
    // The last thing that a board draws: who else is there.
    [`/board/${boardId}`]: page.getByRole('img', { name: /^No quadro agora/ }),
    [`/sprint/${sprintId}/report`]: page.getByRole('img', { name: /^Burndown/ }),
  }
  for (const [path, sign] of Object.entries(screens))
    await test.step(path, async () => {
      await choose('light')
      await page.goto(path)
      await expect(sign).toBeVisible()
      await page.waitForLoadState('networkidle')
      const light = await coloursOf(page)
      await choose('dark')
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
      const switched = await coloursOf(page)
      expect(switched).not.toEqual(light)
      await page.reload()
      await expect(sign).toBeVisible()
      await expect.poll(() => coloursOf(page)).toEqual(switched)
      await choose('light')
      await expect.poll(() => coloursOf(page)).toEqual(light)
    })
})
