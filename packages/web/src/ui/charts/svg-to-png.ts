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

/**
 * A drawing as a PNG, light whatever the page is: it goes into letters, slides and prints, which are. @throws when the browser cannot.
 */
export async function svgToPng(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const { markup, surface, text, font } = onPaper(svg, width, height)
  const picture = await load(markup)
  const canvas = document.createElement('canvas')
  const head = 36
  canvas.width = (width + 2 * margin) * density
  canvas.height = (height + 2 * margin + head) * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(density, density)
  pen.fillStyle = surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = text
  pen.font = `700 16px ${font}`
  pen.fillText(title, margin, margin + 16, width)
  pen.drawImage(picture, margin, margin + head, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/** The drawing as it looks on a light page, which a copy of it is drawn on for this moment, out of sight. */
function onPaper(svg: SVGSVGElement, width: number, height: number): { markup: string; surface: string; text: string; font: string } {
  const paper = document.createElement('div')
  paper.dataset.paper = ''
  paper.inert = true
  paper.style.cssText = `position: fixed; left: -10000px; top: 0; width: ${width}px`
  const shown = svg.cloneNode(true) as SVGSVGElement
  // Its title is that of the one on the page.
  shown.setAttribute('aria-hidden', 'true')
  paper.append(shown)
  svg.parentElement?.append(paper)
  const style = getComputedStyle(paper)
  const role = (name: string) => style.getPropertyValue(name)
  try {
    return { markup: withStyles(shown, width, height), surface: role('--surface'), text: role('--text'), font: role('--font') }
  } finally {
    paper.remove()
  }
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
