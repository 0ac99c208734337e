import { expect, test } from 'vitest'
import { router } from './router.tsx'

test.each(['2E3456', '222E22', '222222', 'K7M2QX'])('a room id in the address stays the text it is: %s', (roomId) => {
  for (const [path, name] of [
    ['/login', 'roomId'],
    ['/', 'sala'],
    ['/avatar', 'roomId'],
  ] as const) {
    const location = router.parseLocation({
      pathname: path,
      search: `?${name}=${roomId}`,
      hash: '',
      href: `${path}?${name}=${roomId}`,
      state: { __TSR_index: 0 },
    })
    const [, matched] = router.matchRoutes(location)
    expect(matched?.search).toMatchObject({ [name]: roomId })
    expect(router.options.stringifySearch?.({ [name]: roomId })).toBe(`?${name}=${roomId}`)
  }
})
