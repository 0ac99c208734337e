import { expect, test } from 'vitest'
import type { Selected, TextChange } from '../../../../../lib/text/apply-change.ts'
import { applyTool, continueLine, type Tool } from './text-edits.ts'

const words = { text: 'texto', address: 'https://', column: 'Coluna', cell: 'valor' }
/** A text whose selection stands between two bars. */
const at = (marked: string): Selected => {
  const [before = '', inside = '', after = ''] = marked.split('¦')
  return { value: before + inside + after, start: before.length, end: before.length + inside.length }
}
const shown = ({ value }: Selected, { from, to, text, select: [start, end] }: TextChange): string => {
  const next = value.slice(0, from) + text + value.slice(to)
  return `${next.slice(0, start)}¦${next.slice(start, end)}¦${next.slice(end)}`
}
const use = (tool: Tool, marked: string) => shown(at(marked), applyTool(tool, at(marked), words))
const enter = (marked: string) => {
  const change = continueLine(at(marked))
  return change && shown(at(marked), change)
}

test('marks go around what is selected, and off again', () => {
  expect(use('bold', 'mostrar ¦juros¦ antes')).toBe('mostrar **¦juros¦** antes')
  expect(use('bold', 'mostrar **¦juros¦** antes')).toBe('mostrar ¦juros¦ antes')
  expect(use('italic', '¦¦')).toBe('_¦texto¦_')
  expect(use('code', 'a ¦b¦')).toBe('a `¦b¦`')
})

test('a link takes what is selected as its text or, of an address, as its target', () => {
  expect(use('link', 'ver ¦ata¦')).toBe('ver [ata](¦https://¦)')
  expect(use('link', '¦https://aroeira.com.br¦')).toBe('[¦texto¦](https://aroeira.com.br)')
})

test('lists, tasks, quotes and headings take whole lines, one kind at a time, and off again', () => {
  expect(use('list', 'um\nd¦ois\n\ntrê¦s')).toBe('um\n¦- dois\n\n- três¦')
  expect(use('tasks', '- um¦¦')).toBe('- [ ] um¦¦')
  expect(use('list', '- [x] um¦¦')).toBe('- um¦¦')
  expect(use('list', '¦- um\n- dois¦')).toBe('¦um\ndois¦')
  expect(use('heading', '¦¦')).toBe('## ¦¦')
  expect(use('quote', 'um¦¦\ndois')).toBe('> um¦¦\ndois')
})

test('blocks stand on lines of their own', () => {
  expect(use('block', 'antes¦x = 1¦depois')).toBe('antes\n\n```\n¦x = 1¦\n```\ndepois')
  expect(use('table', '¦¦')).toBe('| ¦Coluna 1¦ | Coluna 2 |\n| --- | --- |\n| valor | valor |')
})

test('Enter goes on with a list, a task and a quote, and ends them on an empty line', () => {
  expect(enter('- um¦¦')).toBe('- um\n- ¦¦')
  expect(enter('  9. nove¦¦')).toBe('  9. nove\n  10. ¦¦')
  expect(enter('- [x] feito¦¦ já')).toBe('- [x] feito\n- [ ] ¦¦ já')
  expect(enter('> dito¦¦')).toBe('> dito\n> ¦¦')
  expect(enter('- um\n- ¦¦')).toBe('- um\n¦¦')
  expect(enter('só texto¦¦')).toBeNull()
  expect(enter('- um¦ dois¦')).toBeNull()
})
