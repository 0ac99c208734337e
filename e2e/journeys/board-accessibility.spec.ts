import { devices, expectAccessible } from '../harness/axe.ts'
import { test } from '../harness/fixtures.ts'
import { atBoard, boardScenes, boardStates } from '../shots/board-scenes.ts'

for (const device of devices)
  test(`the board and what opens over it (${device})`, async ({ team, server }) => {
    // Many states are examined one after the other; a loaded machine takes its time.
    test.setTimeout(240_000)
    const stage = { team, origin: server.origin, look: { device }, keep: () => {} }
    for (const name of ['board-new', 'board-guest', 'board-missing']) {
      const somebody = await boardScenes[name]?.(stage)
      if (somebody) await expectAccessible(somebody.page, name)
    }
    const ana = await atBoard(stage)
    for (const [name, reach] of Object.entries(boardStates)) {
      await ana.page.reload()
      await ana.board.menuButton.waitFor()
      await reach(ana)
      await expectAccessible(ana.page, name)
    }
  })
