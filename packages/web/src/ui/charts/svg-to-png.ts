/** What of an element's style its picture needs; the style sheets do not travel with it. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

/** Points of a picture for each pixel of the screen. */
const density = 2
const margin = 16

/** A drawing as a PNG in the colours it has now, on the colour behind it. @throws when the browser cannot. */
export async function svgToPng(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const picture = await load(withStyles(svg, width, height))
  const canvas = document.createElement('canvas')
  const head = 36
  canvas.width = (width + 2 * margin) * density
  canvas.height = (height + 2 * margin + head) * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(density, density)
  const page = getComputedStyle(document.documentElement)
  pen.fillStyle = page.getPropertyValue('--surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = page.getPropertyValue('--text')
  pen.font = `700 16px ${page.getPropertyValue('--font')}`
  pen.fillText(title, margin, margin + 16, width)
  pen.drawImage(picture, margin, margin + head, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

function withStyles(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, original] of originals.entries()) {
    const target = copies[index]
    const style = getComputedStyle(original)
    for (const name of drawn) target?.setAttribute(name, style.getPropertyValue(name))
    target?.removeAttribute('class')
    target?.removeAttribute('style')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'Figtree, system-ui, sans-serif')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

function load(markup: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('the drawing could not be read'))
    // Not a blob: the content security policy lets pictures come from here or from data only.
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  })
}
