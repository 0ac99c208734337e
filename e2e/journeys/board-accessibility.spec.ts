import { devices, expectAccessible, opened } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { atBoard, boardScenes, boardStates } from '../shots/board-scenes.ts'

/** States that are not over when what was opened is closed: what is filtered or chosen stays. */
const outlives = new Set(['board-filter', 'board-field-filter', 'board-field-conditions', 'board-saved-filters', 'board-chosen-person'])

for (const device of devices)
  test(`the board and what opens over it (${device})`, async ({ team, server }) => {
    // Many states are examined one after the other; a loaded machine takes its time.
    test.setTimeout(480_000)
    const stage = { team, server, origin: server.origin, look: { device }, keep: () => {} }
    for (const name of ['board-new', 'board-guest', 'board-missing']) {
      const somebody = await boardScenes[name]?.(stage)
      if (somebody) await expectAccessible(somebody.page, name)
    }
    const ana = await atBoard(stage)
    const over = ana.page.locator(opened)
    const last = Object.keys(boardStates).at(-1)
    for (const [name, reach] of Object.entries(boardStates)) {
      await reach(ana)
      const layers = await over.count()
      await expectAccessible(ana.page, name)
      for (let left = layers - 1; left >= 0; left -= 1) {
        await ana.page.keyboard.press('Escape')
        await expect(over).toHaveCount(left)
      }
      if ((layers > 0 && !outlives.has(name)) || name === last) continue
      // A reload would keep the filter, which is in the address.
      await ana.page.goto(new URL(ana.page.url()).pathname)
      await ana.board.menuButton.waitFor()
    }
  })
