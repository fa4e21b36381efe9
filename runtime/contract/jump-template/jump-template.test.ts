import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { normalizeTarget } from '../target-url.ts';
import {
  escapeValue,
  jumpMarkup,
  readTemplate,
  renderTemplate,
  TEMPLATE_MAX_BYTES,
  type TemplateFaultKind,
  type TemplateValues,
} from './jump-template.ts';

const PLAIN: TemplateValues = {
  target: 'https://t.example/',
  name: 'x',
  title: 'x',
  open: 'x',
  code: 'x',
  language: 'en-US',
};
const HOSTILE = `"'><script>alert(1)</script>&amp;\`\${alert(2)}\\ -->*/ {{target}} onload=alert(3) \u2028 javascript:alert(4)//`;

function render(html: string, values: Partial<TemplateValues>): string {
  const read = readTemplate(html);
  if ('fault' in read) throw new Error(`refused: ${JSON.stringify(read.fault)}`);
  return renderTemplate(read.parts, { ...PLAIN, ...values }, () =>
    jumpMarkup(1, values.target ?? PLAIN.target),
  );
}
const faultOf = (html: string) => {
  const read = readTemplate(html);
  return 'fault' in read ? read.fault : undefined;
};

describe('a placeholder is filled in as its place wants it', () => {
  const ways: [place: string, filled: string][] = [
    ['<p>{{name}}</p>', '<p>a&#60;b&#38;c</p>'],
    ['<title>{{ name }}</title>', '<title>a&#60;b&#38;c</title>'],
    [`<img alt='{{name}}'>`, `<img alt='a&#60;b&#38;c'>`],
    ['<a href="https://s.example/?q={{name}}">x</a>', '<a href="https://s.example/?q=a%3Cb%26c">x</a>'],
    ['<a href="?q={{name}}">x</a>', '<a href="?q=a%3Cb%26c">x</a>'],
    ["<script>say('{{name}}')</script>", "<script>say('\\u0061\\u003c\\u0062\\u0026\\u0063')</script>"],
    [`<b onclick="say('{{name}}')">x</b>`, `<b onclick="say('\\u0061\\u003c\\u0062\\u0026\\u0063')">x</b>`],
    ['<svg><text>{{name}}</text></svg>', '<svg><text>a&#60;b&#38;c</text></svg>'],
    ['a < b and {{name}}', 'a < b and a&#60;b&#38;c'],
  ];
  test.each(ways)('%s', (place, filled) => {
    expect(render(`${place}{{jump}}`, { name: 'a<b&c' })).toStartWith(filled);
  });

  test('the target is the whole of an address, a part of one, or what a page refreshes to', () => {
    const target = 'https://t.example/?a=1&b="2"';
    expect(render('<a href="{{target}}">x</a>', { target })).toBe(
      '<a href="https://t.example/?a&#61;1&#38;b&#61;&#34;2&#34;">x</a>',
    );
    expect(render('<img src="https://s.example/?u={{target}}">', { target })).toContain(
      '?u=https%3A%2F%2Ft.example%2F%3Fa%3D1%26b%3D%222%22',
    );
    expect(render('<meta http-equiv=refresh content="3; url={{target}}">', { target })).toContain(
      'content="3; url=https://t.example/',
    );
  });
});

describe('what browsers could read in more ways than one is refused, with its line', () => {
  const faults: [TemplateFaultKind, string, string][] = [
    ['no_target', '<p>{{name}}</p>', ''],
    ['unknown', '\n\n{{jump}}{{visitor}}', 'visitor'],
    ['behind', '{{jump}}<{{name}}>', 'name'],
    ['tag', '{{jump}}<p {{name}}="1">', 'name'],
    ['tag', '{{jump}}<p{{name}}>', 'name'],
    ['unquoted', '{{jump}}<p title={{name}}>', 'title'],
    ['attribute', '{{jump}}<script src="{{target}}"></script>', 'src'],
    ['attribute', '{{jump}}<link href="{{target}}">', 'href'],
    ['attribute', '{{jump}}<img srcset="{{target}}">', 'srcset'],
    ['attribute', '{{jump}}<iframe srcdoc="{{name}}"></iframe>', 'srcdoc'],
    ['attribute', '{{jump}}<meta http-equiv="refresh" content="{{name}}">', 'content'],
    ['address_begin', '{{jump}}<a href="{{name}}">x</a>', 'name'],
    ['address_host', '{{jump}}<a href="https://{{name}}.example/">x</a>', 'name'],
    ['address_host', '{{jump}}<a href="javascript:go(\'{{name}}\')">x</a>', 'name'],
    ['address_host', '{{jump}}<a href="//{{name}}">x</a>', 'name'],
    ['address_host', '{{jump}}<a href="&#106;avascript:{{name}}">x</a>', 'name'],
    ['script_quotes', '{{jump}}<script>say({{name}})</script>', 'name'],
    ['script_quotes', "{{jump}}<script>say('a {{name}}')</script>", 'name'],
    ['script_quotes', '{{jump}}<b onclick="{{name}}">x</b>', 'name'],
    ['script_quotes', '{{jump}}<script>say(`{{name}}`)</script>', 'name'],
    ['script_quotes', `{{jump}}<script>setTimeout("go('{{name}}')", 9)</script>`, 'name'],
    ['script_quotes', `{{jump}}<script>setTimeout("a\\"go('{{name}}')", 9)</script>`, 'name'],
    ['script_quotes', "{{jump}}<script>later(`go('{{name}}')`)</script>", 'name'],
    ['script_quotes', "{{jump}}<script>later(`\n  go('{{name}}')\n`)</script>", 'name'],
    ['script_quotes', `{{jump}}<b onclick="setTimeout(&quot;go('{{name}}')&quot;)">x</b>`, 'name'],
    ['script_comment', "{{jump}}<script><!-- say('{{name}}')</script>", '<!--'],
    ['comment', '{{jump}}<!-- {{name}} -->', 'name'],
    ['comment', '{{jump}}</{{name}}>', 'name'],
    ['style', '{{jump}}<style>p{content:"{{name}}"}</style>', 'style'],
    ['style', '{{jump}}<p style="color:{{name}}">', 'name'],
    ['element', '{{jump}}<xmp>{{name}}</xmp>', 'xmp'],
    ['jump_place', '<title>{{jump}}</title>', 'jump'],
    ['jump_place', '<p title="{{jump}}">', 'jump'],
    ['jump_place', "<script>say('{{jump}}')</script>", 'jump'],
    ['behind', '{{jump}}&{{name}}', ''],
    ['behind', '{{jump}}<p title="&#{{code}}">', 'code'],
    ['character', '{{jump}}\u0000', ''],
    ['character', '{{jump}}\ud800', ''],
    ['unfinished', '{{jump}}<p title="', '<p title="'],
    ['unfinished', '{{jump}}<script>', 'script'],
    ['unfinished', '{{jump}}<!-- ', '<!--'],
    ['unfinished', '{{jump}}<svg>', 'svg'],
    ['unsure', '{{jump}}<svg><style>p</style></svg>', 'style'],
    ['unsure', '{{jump}}<math></math>', 'math'],
    ['unsure', '{{jump}}<svg><![CDATA[ x ]]></svg>', '<!['],
    ['unsure', '{{jump}}<select><title>x</title></select>', 'title'],
    ['unsure', '{{jump}}<noscript><b title="</noscript><i x={{name}}>"></noscript>', 'noscript'],
    ['unsure', '{{jump}}<svg/>', 'svg'],
    ['size', `{{jump}}${'字'.repeat(TEMPLATE_MAX_BYTES / 3)}`, ''],
  ];
  // Names are of letters alone: whoever reads the output takes a NUL for the end of a text.
  const named = faults.map(([kind, html, name]) => [kind, JSON.stringify(html), { html, name }] as const);
  test.each(named)('%s: %s', (kind, _shown, { html, name }) => {
    const fault = faultOf(html);
    expect(fault?.kind).toBe(kind);
    if (name !== '') expect(fault?.name).toBe(name);
  });

  test('the line is where it stands', () => {
    expect(faultOf('{{jump}}\n<p>\n<p title={{name}}>')?.line).toBe(3);
  });
});

/** What a parser that is not ours makes of a page: elements with their attributes' names, comments, scripts without values. */
async function shapeOf(page: string): Promise<string[]> {
  const shape: string[] = [];
  await new HTMLRewriter()
    .on('*', {
      element(element) {
        shape.push([element.tagName, ...[...element.attributes].map(([name]) => name)].join(' '));
      },
      comments: () => void shape.push('comment'),
    })
    .on('script', {
      text: ({ text }) => void shape.push(text.replaceAll(/(?:\\u[0-9a-f]{4})+/g, '')),
    })
    .transform(new Response(page))
    .text();
  return shape;
}

const anyTarget = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('?', '#', ''))
  .map(([text, sign]) => normalizeTarget(`https://t.example/${sign}${text}`) ?? 'https://t.example/');
const anyValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    HOSTILE,
    'in',
    'alert',
    'script',
    'onload',
    ' ',
    '\ud800',
    '</title><script>alert(1)</script>',
  ),
);
const anyValues = fc.record({
  target: anyTarget,
  name: anyValue,
  title: anyValue,
  open: anyValue,
  code: anyValue,
  language: anyValue,
});
/** Pieces that a page is made of, whole ones and broken ones, in any order. */
const anyPiece = fc.constantFrom(
  ...[
    '{{name}}',
    '{{target}}',
    '{{ code }}',
    '{{jump}}',
    '<',
    '>',
    '</',
    '"',
    "'",
    '=',
    '/',
    ' ',
    'a',
    '&',
    '-->',
  ],
  ...[
    '<p>',
    '<p title="',
    '<p title=',
    '<a href="',
    '<a href="https://s.example/?',
    "<b onclick='",
    '<!--',
    '<!',
    '\n',
  ],
  ...[
    '<script>',
    '</script>',
    '<script>say("{{name}}")</script>',
    "say('{{name}}')",
    '<title>',
    '</title>',
    '<style>',
  ],
  ...[
    '</style>',
    '<svg>',
    '</svg>',
    '<svg/>',
    '<select>',
    '</select>',
    '<noscript>',
    '</noscript>',
    '<textarea>',
  ],
  ...[
    '</textarea>',
    '<p title="{{name}}">',
    "<img alt='{{open}}'>",
    '<a href="{{target}}#{{name}}">',
    '`',
    '\\',
    '${',
  ],
);

describe('no value leaves its place', () => {
  test('another parser finds the same page, whatever the values are and however the template was put together', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPiece, { minLength: 2, maxLength: 9 }),
        anyValues,
        async (pieces, values) => {
          const html = `{{jump}}${pieces.join('')}`;
          if (faultOf(html) !== undefined) return;
          // A parser that streams tells of what it cannot decide by an error: then there is nothing to hold ours against.
          const plain = await shapeOf(render(html, {})).catch(() => undefined);
          if (plain === undefined) return;
          compared++;
          expect(await shapeOf(render(html, values))).toEqual(plain);
        },
      ),
      { numRuns: 3_000 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  test('a script gets the very text, and nothing of it is carried out', () => {
    const read = readTemplate(`{{jump}}<script>take('{{name}}', "{{title}}")</script>`);
    if ('fault' in read) throw new Error('refused');
    fc.assert(
      fc.property(anyValue, anyValue, (name, title) => {
        const page = renderTemplate(read.parts, { ...PLAIN, name, title }, () => '');
        const script = page.slice('<script>'.length, -'</script>'.length);
        let taken: unknown[] = [];
        new Function('take', script)((...given: unknown[]) => {
          taken = given;
        });
        expect(taken).toEqual([name.toWellFormed(), title.toWellFormed()]);
      }),
    );
  });

  test('where the quote before it ends a text it is refused: the value would stand outside of one', () => {
    for (const script of ["say('a'{{name}}'b')", "x = 'a' + 'b'{{name}}'c'", 'for (x of "a"{{name}}"b") {}'])
      expect(faultOf(`{{jump}}<script>${script}</script>`)).toMatchObject({ kind: 'script_quotes' });
  });

  test('each way of writing a value has an alphabet that says nothing', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(escapeValue(value, 'text')).toMatch(/^(?:[A-Za-z0-9\-._~/:?%\u00a0-\u{10ffff}]|&#\d+;)*$/u);
        expect(escapeValue(value, 'query')).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
        expect(escapeValue(value, 'script')).toMatch(/^(?:\\u[0-9a-f]{4})*$/);
      }),
    );
  });
});
