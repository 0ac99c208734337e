import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo, useState } from 'react'
import { useAppearance } from '../../lib/device/appearance.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FrameTools } from '../../ui/page/frame-tools.ts'
import { BarBell, BottomBar, TopBar } from './PhoneBars.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import classes from './Shell.module.css'
import { Rail, Side } from './Side.tsx'
import { usePaletteKey } from './use-palette-key.ts'

const Palette = lazyPart(async () => (await import('../../features/palette/Palette.tsx')).Palette, { texts: ['palette', 'work'] })

const Shortcuts = lazyPart(async () => (await import('../../features/boards/dialogs/ShortcutsModal.tsx')).ShortcutsModal, {
  texts: ['boardDialogs'],
})

const now = { getInitialValueInEffect: false }

/**
 * The frame of every signed-in page: it renders <main>, so a screen brings none of its own. 'side' is a reading column with the
 * wide side; 'rail' gives a screen the whole height and width beside a strip of icons. On phones both have a bar at the
 * bottom, as high as --bottom-bar says; 'rail' already leaves its place free, and has no bar at the top.
 */
export function Shell({ variant = 'side', children }: { variant?: 'side' | 'rail'; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 47.5em)', undefined, now)
  const isNarrow = useMediaQuery('(max-width: 60em)', undefined, now)
  const [searching, setSearching] = useState(false)
  const [reading, setReading] = useState(false)
  const search = () => setSearching(true)
  usePaletteKey(search)
  const tools = useMemo(
    () =>
      isPhone && variant === 'rail' ? (
        <>
          <BarBell />
          <ProfileMenu tileOnly onPhone size={30} onSearch={() => setSearching(true)} />
        </>
      ) : null,
    [isPhone, variant],
  )
  const { sidebar_collapsed } = useAppearance()
  const isRail = variant === 'rail' || isNarrow || sidebar_collapsed
  const Frame = isRail ? Rail : Side
  return (
    <div className={classes.shell} data-variant={variant} data-frame={isRail ? 'rail' : 'side'}>
      {!isPhone && <Frame onSearch={search} />}
      <div className={classes.content}>
        {isPhone && variant === 'side' && <TopBar onSearch={search} />}
        <main id="conteudo" tabIndex={-1} className={classes.main}>
          <FrameTools value={tools}>{children}</FrameTools>
        </main>
      </div>
      {isPhone && <BottomBar />}
      {searching && <Palette onClose={() => setSearching(false)} onShortcuts={() => setReading(true)} />}
      {reading && <Shortcuts onClose={() => setReading(false)} />}
    </div>
  )
}
