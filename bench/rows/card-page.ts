import { type Browser, chromium, type Page } from '@playwright/test'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { browserFlags } from '../../e2e/harness/browser.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { callServer, openBoard } from '../open-board.ts'
import { Server } from '../server.ts'
import { personAt, watchPage } from './page.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times } from './table.ts'

const passage = `## Etapa

Antes do **botão**, com o [guia](https://exemplo.com.br/guia) e \`juros(3)\`.

- [ ] revisar o texto
- [x] combinar com o jurídico

| parcelas | juros |
| --- | --- |
| 3 | sem juros |

`
const description = passage.repeat(Math.floor(limits.fullDescription / passage.length))
/** What says that the window is drawn: its parts and, with a description, what stands in it. */
const [parts, text] = ['[role="dialog"] h2', '[role="dialog"] table']
const keys = 20

type Opened = { opened: number; typed: number }

/** The window of a card whose description is as long as it may be, beside that of an empty one: until it is drawn, and until a letter typed into it is. */
export async function cardPageRows({ opens, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours')
  const browser = await chromium.launch({ executablePath: (await ensureChromium()).headless, args: browserFlags })
  try {
    const target = await openBoard(server)
    const { boardId, listIds, token } = target
    const add = async (title: string) =>
      Number((await callServer(server, listCardsApi.create, { title }, token, `/boards/${boardId}/lists/${listIds[0]}/cards`)).id)
    const [empty, full] = [await add('Sem descrição'), await add('Com descrição')]
    await callServer(server, cardsApi.update, { description }, token, `/cards/${full}`)
    const pairs: { full: Opened; empty: Opened }[] = []
    for (let run = 0; run <= opens; run++) {
      const pair = { empty: await open(browser, target, empty, parts), full: await open(browser, target, full, text) }
      // The first one warms up.
      if (run > 0) pairs.push(pair)
      if (run > 0)
        say(
          `cartão ${run}/${opens}: ${ms(pair.full.opened)}, tecla ${ms(pair.full.typed)} (vazio: ${ms(pair.empty.opened)}, ${ms(pair.empty.typed)})`,
        )
    }
    const row = (name: string, measure: keyof Opened, goal: number): Row => {
      const pair = medianBy(pairs, ({ full, empty }) => full[measure] / empty[measure])
      const ratio = pair.full[measure] / pair.empty[measure]
      return {
        name,
        ours: ms(pair.full[measure]),
        baseline: ms(pair.empty[measure]),
        ratio: times(ratio),
        goal: `≤ ${times(goal)}`,
        ok: ratio <= goal,
      }
    }
    return [
      row('cartão com uma descrição de 20.000 letras, até a janela aparecer, ao lado de um sem descrição', 'opened', 1.5),
      row('… uma letra digitada na descrição, até aparecer, ao lado de um sem descrição', 'typed', 3),
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

async function open(browser: Browser, target: BoardTarget, cardId: number, drawn: string): Promise<Opened> {
  const { context, page } = await personAt(browser, target)
  try {
    await page.addInitScript(watchPage, drawn)
    await page.goto(`/board/${target.boardId}?card=${cardId}`)
    await page.waitForFunction(() => window.seen.first > 0)
    const opened = await page.evaluate(() => window.seen.first)
    return { opened, typed: await typing(page) }
  } finally {
    await context.close()
  }
}

/** Milliseconds from a key until the frame after it, the median of some. */
async function typing(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^(Editar|Adicionar uma descrição)$/ })
    .first()
    .click()
  const field = dialog.getByRole('textbox', { name: 'Descrição do cartão' })
  await field.press('Home')
  const seen = await field.evaluateHandle((element) => {
    const taken: number[] = []
    element.addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - timeStamp))),
    )
    return taken
  })
  for (let key = 0; key < keys; key++) await field.press('a')
  await page.waitForFunction(([taken, count]) => taken.length > count - 1, [seen, keys] as const)
  return medianBy(await seen.jsonValue(), (value) => value)
}
