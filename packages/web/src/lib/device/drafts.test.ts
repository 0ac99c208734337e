import { beforeEach, expect, test } from 'vitest'
import { clearDrafts, dropOthersDrafts, lastingDrafts, readDraft, writeDraft } from './drafts.ts'
import { clearSession, writeUserData } from './storage.ts'

const ana = { id: 7, name: 'Ana', email: 'ana@aroeira.com.br', avatar: null }

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  writeUserData(ana)
})

test('a draft is kept, replaced and forgotten', () => {
  writeDraft('card.1.comment', 'Oi')
  writeDraft('card.1.comment', 'Olá')
  expect(readDraft('card.1.comment')).toBe('Olá')
  writeDraft('card.1.comment', '')
  expect(readDraft('card.1.comment')).toBeNull()
})

test('another person at the same browser does not find it', () => {
  writeDraft('card.1.comment', 'Segredo da Ana')
  writeUserData({ ...ana, id: 8, name: 'Caio' })
  expect(readDraft('card.1.comment')).toBeNull()
})

test('an ended session keeps drafts for who comes back; signing out forgets them and nothing else', () => {
  sessionStorage.setItem('rodada.returnTo', '/board/1')
  writeDraft('card.1.description', 'Meio texto')
  clearSession()
  writeUserData(ana)
  expect(readDraft('card.1.description')).toBe('Meio texto')
  clearDrafts()
  expect({ ...sessionStorage }).toEqual({ 'rodada.returnTo': '/board/1' })
})

const day = 24 * 60 * 60_000

test('a lasting draft says when it was typed, outlives its tab, and is forgotten after a month', () => {
  lastingDrafts.write('card.1.description', 'Meio texto', 1000)
  sessionStorage.clear()
  expect(lastingDrafts.read('card.1.description', 1000 + 29 * day)).toEqual({ text: 'Meio texto', at: 1000 })
  expect(lastingDrafts.read('card.1.description', 1000 + 31 * day)).toBeNull()
  lastingDrafts.write('card.1.description', null)
  expect(lastingDrafts.read('card.1.description', 1000)).toBeNull()
})

test('of lasting drafts the last thirty stay, and none of a length that nobody types', () => {
  for (let card = 1; card <= 40; card++) lastingDrafts.write(`card.${card}.comment`, 'Oi', card)
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('rodada.draft.'))
  expect(kept).toHaveLength(31)
  expect(lastingDrafts.read('card.1.comment', 50)).toBeNull()
  expect(lastingDrafts.read('card.40.comment', 50)?.text).toBe('Oi')
  lastingDrafts.write('card.41.comment', 'x'.repeat(100_001), 50)
  expect(lastingDrafts.read('card.41.comment', 50)).toBeNull()
})

test('a damaged lasting draft is none; signing out, and another person signing in, forget all', () => {
  localStorage.setItem('rodada.draft.7.card.1.comment', '{"text":')
  expect(lastingDrafts.read('card.1.comment')).toBeNull()
  lastingDrafts.write('card.2.comment', 'Segredo da Ana')
  writeUserData({ ...ana, id: 8, name: 'Caio' })
  expect(lastingDrafts.read('card.2.comment')).toBeNull()
  dropOthersDrafts()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('rodada.draft.'))).toEqual([])
  lastingDrafts.write('card.2.comment', 'Do Caio')
  clearDrafts()
  expect(lastingDrafts.read('card.2.comment')).toBeNull()
})
