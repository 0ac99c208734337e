import { beforeEach, expect, test } from 'vitest'
import { renderMarkdown } from '../../../../lib/text/markdown.ts'
import { markMentions } from './use-mention-marks.ts'

const people = ['Ana Luísa', 'Bia'].map((name, id) => ({ id, name, avatar_url: null }))
let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
})
const draw = (text: string) => {
  box.innerHTML = renderMarkdown(text)
  markMentions(box, people)
}
const marked = () => [...box.querySelectorAll('[data-mention]')].map(({ textContent }) => textContent)

test('who is called by name is marked where it stands, several times and within other marks', () => {
  draw('Com @Bia e **@ana luisa**.\n\n- de novo @Bia')
  expect(marked()).toEqual(['@Bia', '@ana luisa', '@Bia'])
  expect(box.textContent).toContain('Com @Bia e @ana luisa.')
})

test('who is not on the board is text like any other, and so is a name in code, a link or an address', () => {
  draw('@Zeca, `@Bia`, [@Bia](https://exemplo.com.br), bia@bia.com\n\n```\n@Bia\n```')
  expect(marked()).toEqual([])
})

test('what looks like HTML behind a name stays a text', () => {
  draw('@Bia &lt;img src=x onerror=alert(1)&gt;')
  expect(marked()).toEqual(['@Bia'])
  expect(box.querySelector('img')).toBeNull()
})

test('who left the board is marked no longer', () => {
  draw('Com @Bia')
  markMentions(box, people.slice(0, 1))
  expect(marked()).toEqual([])
  expect(box.textContent?.trim()).toBe('Com @Bia')
})

test('of a text of nothing but signs only the first are looked at, as by the server, on however many lines they stand', () => {
  draw(`${'@\n'.repeat(100)}@Bia`)
  expect(marked()).toEqual(['@Bia'])
  draw(`${'@\n'.repeat(300)}@Bia`)
  expect(marked()).toEqual([])
})
