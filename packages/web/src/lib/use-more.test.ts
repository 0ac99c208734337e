import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useMore } from './use-more.ts'

type Query = UseInfiniteQueryResult<{ pages: unknown[] }>
const fetchNextPage = vi.fn()
/** A list of so many pages, with more behind them. */
const listOf = (pages: number, more: Partial<Pick<Query, 'isFetching' | 'isFetchNextPageError'>> = {}): Query =>
  ({
    data: { pages: Array.from({ length: pages }) },
    hasNextPage: true,
    isFetching: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage,
    ...more,
  }) as unknown as Query
const show = (query: Query) => {
  fetchNextPage.mockClear()
  return renderHook(useMore, { initialProps: query })
}

test('the next page waits for a refresh, and is asked for again after one that came in between', () => {
  const { result, rerender } = show(listOf(1, { isFetching: true }))
  act(() => result.current.more())
  expect(result.current.isLoading).toBe(true)
  expect(fetchNextPage).not.toHaveBeenCalled()
  rerender(listOf(1))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  rerender(listOf(1, { isFetching: true }))
  rerender(listOf(1))
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
  rerender(listOf(2))
  expect(result.current.isLoading).toBe(false)
})

test('another list in the same place begins with its first page', () => {
  const { result, rerender } = show(listOf(1))
  act(() => result.current.more())
  rerender(listOf(2))
  rerender(listOf(1))
  expect(result.current.isLoading).toBe(false)
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

test('after a failure only a press asks again', () => {
  const { result, rerender } = show(listOf(1))
  act(() => result.current.more())
  rerender(listOf(1, { isFetchNextPageError: true }))
  expect(result.current.isLoading).toBe(false)
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  act(() => result.current.more())
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
})
