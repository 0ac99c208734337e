import { expect, test } from '../harness/fixtures.ts'
import { Wire } from '../harness/wire.ts'

/** Cards that occur nowhere else, so that finding one anywhere is finding a vote. */
const deck = ['¤ip¤', '¤ca¤', '¤pi¤', '¤lu¤']

test('before reveal no vote reaches anyone but its owner, on the wire, in the page or in the log', async ({ team, server }) => {
  const { roomId } = await team.openRoom({ deck })
  const ana = await team.person('Ana')
  const bia = await team.person('Bia')
  const caio = await team.person('Caio', { device: 'phone' })
  const cards = new Map([
    [ana, '¤ip¤'],
    [bia, '¤ca¤'],
    [caio, '¤pi¤'],
  ])
  const people = [...cards.keys()]
  const wires = new Map(people.map((person) => [person, new Wire(person.page)]))
  for (const person of people) await person.joinAsGuest(roomId)

  for (const [person, card] of cards) await person.room.vote(card)
  for (const { room } of people) await room.expectVotes(3, 3)

  await test.step('nor to a person who comes back or arrives late', async () => {
    await bia.page.reload()
    await bia.room.seated()
    await bia.room.expectVotes(3, 3)
    const davi = await team.person('Davi')
    wires.set(davi, new Wire(davi.page))
    await davi.joinAsGuest(roomId)
    await davi.room.expectVotes(3, 4)
  })

  for (const [person, wire] of wires) {
    const received = await wire.received()
    expect(received.length, `${person.name} received something`).toBeGreaterThan(0)
    const own = cards.get(person)
    for (const card of deck.filter((other) => other !== own)) {
      const leaks = received.filter((text) => withoutDeck(text).includes(card))
      expect(leaks, `${person.name} saw ${card}`).toEqual([])
      // The hand shows every card of the deck; everything else on the page must show none.
      const page = await person.page.evaluate((hand) => {
        const copy = document.documentElement.cloneNode(true) as HTMLElement
        for (const element of copy.querySelectorAll(hand)) element.remove()
        return copy.outerHTML
      }, '[aria-label="Suas cartas"]')
      expect(page.includes(card), `the page of ${person.name} holds ${card}`).toBe(false)
    }
  }
  for (const card of cards.values()) expect(server.log.includes(card), `the log holds ${card}`).toBe(false)

  await ana.room.reveal()
  for (const card of cards.values()) await expect(bia.room.result).toContainText(card)
})

/** The deck itself is no secret: it is part of what the room is. */
const withoutDeck = (text: string): string => text.replaceAll(/"deck":\[[^\]]*\]/g, '')
