import { describe, expect, test } from 'vitest'
import { renderMarkdown, sanitize } from './markdown.ts'

const parse = (html: string): HTMLElement => {
  const box = document.createElement('div')
  box.innerHTML = html
  return box
}
const render = (text: string): HTMLElement => parse(renderMarkdown(text))

describe('what people write', () => {
  test('headings stand below the sections of the window', () => {
    expect(render('# Um\n\n## Dois\n\n###### Seis').innerHTML.replaceAll('\n', '')).toBe('<h4>Um</h4><h5>Dois</h5><h6>Seis</h6>')
  })
  test('emphasis, code, lists, quotes and line breaks', () => {
    const box = render('**forte** _leve_ ~~fora~~ `código`\nsegunda linha\n\n- a\n- b\n\n3. três\n\n> citação')
    for (const tag of ['strong', 'em', 'del', 'code', 'br', 'ul', 'ol', 'blockquote']) expect(box.querySelector(tag), tag).not.toBeNull()
    expect(box.querySelector('ol')?.getAttribute('start')).toBe('3')
  })
  test('tables and tasks', () => {
    expect(render('| a | b |\n|---|---|\n| 1 | 2 |').querySelectorAll('[data-table] td')).toHaveLength(2)
    const tasks = render('- [x] feito\n- [ ] a fazer')
    expect(tasks.textContent).toContain('☑ feito')
    expect(tasks.textContent).toContain('☐ a fazer')
    expect(tasks.querySelector('input')).toBeNull()
  })
  test('links open elsewhere and give nothing away', () => {
    for (const text of ['[site](https://aroeira.com.br/a?b=1&c=2)', 'https://aroeira.com.br/a', '[carta](mailto:ana@aroeira.com.br)']) {
      const link = render(text).querySelector('a')
      expect(link?.getAttribute('rel'), text).toBe('noopener noreferrer')
      expect(link?.getAttribute('target'), text).toBe('_blank')
    }
    expect(render('[s](https://aroeira.com.br/a?b=1&c=2)').querySelector('a')?.href).toBe('https://aroeira.com.br/a?b=1&c=2')
  })
  test('a picture is a link to it', () => {
    const box = render('![tela](https://elsewhere.example/pixel.gif)')
    expect(box.querySelector('img')).toBeNull()
    expect(box.querySelector('a')?.textContent).toBe('tela')
    expect(render('![](https://elsewhere.example/pixel.gif)').textContent?.trim()).toBe('https://elsewhere.example/pixel.gif')
  })
  test('a picture of the card says which file it is and has no address of its own', () => {
    const picture = render('![a "tela"](file:42)').querySelector('img')
    expect(picture?.getAttributeNames().sort()).toEqual(['alt', 'data-file'])
    expect([picture?.dataset.file, picture?.alt]).toEqual(['42', 'a "tela"'])
    for (const wrong of ['![x](file:42/../1)', '![x](file:///etc/passwd)', '![x](file:)', '![x](file:12345678901)', '[x](file:42)'])
      expect(render(wrong).querySelector('img, a'), wrong).toBeNull()
  })
  test('a block of code says its language', () => {
    expect(render('```ts\nconst a = 1 < 2\n```').innerHTML.trim()).toBe('<pre data-language="ts"><code>const a = 1 &lt; 2\n</code></pre>')
    expect(render('```"><img src=x>\ncode\n```').querySelector('pre')?.attributes).toHaveLength(0)
  })
  test('texts made to hold a page up are shown as they were typed', () => {
    for (const sign of ['>', '1. ', '> - ', '[', '*', '_a_', '`', '<', '](', '- [ ] ', '[a](', '*a_ ', '!', '&amp;*a', '~a&#']) {
      const text = sign.repeat(Math.floor(20_000 / sign.length))
      expect(render(text).firstElementChild?.localName, sign).toBe('pre')
      expect(render(text).textContent, sign).toBe(text)
    }
    for (const text of [`a${' '.repeat(19_000)}b`, `http://a.b/${"'".repeat(19_000)}`, `www.a.b${'.'.repeat(19_000)}`])
      expect(render(text).firstElementChild?.localName, text.slice(0, 12)).toBe('pre')
    const normal = '- Uma *frase* com `código`, **negrito** e [link](https://a.b/c?d=e_f)!\n'.repeat(100)
    expect(render(normal).querySelectorAll('li a')).toHaveLength(100)
  })
  test.each(['\n', '\r', '\r\n'])('a table with more cells than anybody reads is shown as it was typed (%#)', (end) => {
    const table = (columns: number, rows: number) => `${'|a'.repeat(columns)}|${end}${'|-'.repeat(columns)}|${end}${`a${end}`.repeat(rows)}`
    expect(render(table(200, 200)).firstElementChild?.localName).toBe('pre')
    expect(render(table(10, 100)).querySelectorAll('td')).toHaveLength(1000)
  })
  test('signs of HTML are shown as they were typed', () => {
    expect(render('a < b && c > "d" <b>x</b>').textContent?.trim()).toBe('a < b && c > "d" <b>x</b>')
  })
})

/** Strings that have worked against boards, editors and sanitisers of this kind. */
const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://elsewhere.example/p.gif">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<style>@import "https://elsewhere.example/x.css"; body{display:none}</style>',
  '<p style="position:fixed;inset:0;background:url(https://elsewhere.example)">x</p>',
  '<link rel=stylesheet href=https://elsewhere.example/x.css>',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example">',
  '<form action="https://elsewhere.example"><button>Entrar</button></form>',
  '<template><img src=x onerror=alert(1)></template>',
  '<a href="javascript:alert(1)">x</a>',
  '<a id=body name=cookie>x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://elsewhere.example/1)',
  '[x](//elsewhere.example/x)',
  '[x](https://elsewhere.example/" onmouseover="alert(1))',
  '[x](<https://elsewhere.example/" onmouseover=alert(1) a=">)',
  '[x](https://elsewhere.example "x\\" onmouseover=\\"alert(1)")',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](https://elsewhere.example/p.gif)',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '<javascript:alert(1)>',
  '[ref]\n\n[ref]: javascript:alert(1)',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '`<img src=x onerror=alert(1)>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '# <img src=x onerror=alert(1)>',
  '- [x] <img src=x onerror=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x onclick=alert(1)>',
  '<x-foo onclick=alert(1)>x</x-foo>',
  '![x](file:1" onerror="alert(1))',
  '![x" onerror="alert(1)](file:1)',
  '![x](file:1 "onload=alert(1)")',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](javascript:alert(1))',
  '![x](//elsewhere.example/p.gif)',
  '<img data-file="1" src="https://elsewhere.example/p.gif" onload=alert(1)>',
  '<img data-file="1" srcset="https://elsewhere.example/p.gif 1x">',
  '<span data-task="open" style="position:fixed" onclick=alert(1)>x</span>',
  '```ts" onmouseover="alert(1)\ncode\n```',
]

const ours = ['href', 'start', 'target', 'rel', 'alt', 'data-language', 'data-task', 'data-table', 'data-file']

/** Nothing but the tags of Markdown, and on them nothing but an address, a list's start and what we put there. */
function expectHarmless(box: HTMLElement, attack: string): void {
  for (const element of box.querySelectorAll('*')) {
    expect(element.localName, attack).toMatch(
      /^(p|br|hr|strong|em|del|code|pre|blockquote|a|ul|ol|li|h[456]|div|table|thead|tbody|tr|th|td|span|img)$/,
    )
    for (const { name } of element.attributes) expect(ours, `${attack}: ${name}`).toContain(name)
    const href = element.getAttribute('href')
    if (href !== null) expect(href, attack).toMatch(/^(https?:\/\/|mailto:)/)
  }
}

test.each(attacks)('renders harmless: %s', (attack) => {
  expectHarmless(render(attack), attack)
  expectHarmless(render(`texto ${attack} mais`), attack)
})

test.each(attacks)('the second wall alone is enough: %s', (attack) => {
  expectHarmless(parse(sanitize(attack)), attack)
})
