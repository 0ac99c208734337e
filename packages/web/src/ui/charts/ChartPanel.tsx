import { Menu } from '@mantine/core'
import { IconDownload, IconPhoto, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { download, fileName } from '../../lib/device/download.ts'
import { toCsv } from '../../lib/text/csv.ts'
import { IconButton } from '../page/IconButton.tsx'
import menu from '../page/menu.module.css'
import { toast } from '../states/feedback.tsx'
import classes from './ChartPanel.module.css'

/** What a chart shows, as a table: for those who hear it, and for files. */
export type ChartTable = { caption: string; head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }
export type LegendEntry = { label: string; color: string; kind?: 'line' | 'dash' | 'block' }

type Props = {
  title: string
  legend?: readonly LegendEntry[]
  table: ChartTable
  /** How a cell is shown; files get the bare values. */
  show: (value: string | number | null, column: number) => string
  file: string
  children: ReactNode
}

/** A chart with its title, what its colours mean, its numbers as a table, and both as files. */
export function ChartPanel({ title, legend = [], table, show, file, children }: Props) {
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const name = fileName(file)
  const saveCsv = () => {
    download(`${name}.csv`, toCsv([table.head, ...table.rows]))
    toast(t('work:saved', { name: `${name}.csv` }))
  }
  const savePng = async () => {
    const svg = figure.current?.querySelector<SVGSVGElement>('svg[role="img"]')
    if (!svg) return
    try {
      const { svgToPng } = await import('./svg-to-png.ts')
      download(`${name}.png`, await svgToPng(svg, title))
      toast(t('work:saved', { name: `${name}.png` }))
    } catch {
      toast(t('work:pngFailed'), { kind: 'problem' })
    }
  }
  return (
    <figure ref={figure} className={classes.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {legend.length > 0 && (
          <p className={classes.legend}>
            {legend.map(({ label, color, kind = 'line' }) => (
              <span key={label} data-kind={kind}>
                <i style={{ '--c': color } as React.CSSProperties} aria-hidden="true" />
                {label}
              </span>
            ))}
          </p>
        )}
        <Menu position="bottom-end" width={200} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
          <Menu.Target>
            <IconButton label={t('work:download', { title })} className={classes.download}>
              <IconDownload size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTable size={18} stroke={1.75} aria-hidden />} onClick={saveCsv}>
              {t('work:csv')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />} onClick={() => void savePng()}>
              {t('work:png')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      {children}
      <details className={classes.details}>
        <summary>{t('work:table')}</summary>
        <div className={classes.scroll}>
          <table>
            <caption className="sr-only">{table.caption}</caption>
            <thead>
              <tr>
                {table.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two sprints may have one name, and rows never change places
                <tr key={place}>
                  {row.map((cell, column) =>
                    column === 0 ? (
                      <th key={table.head[column]} scope="row">
                        {show(cell, column)}
                      </th>
                    ) : (
                      <td key={table.head[column]}>{show(cell, column)}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
