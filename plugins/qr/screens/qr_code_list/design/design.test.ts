import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { drawPicture } from '../draw-picture.ts';
import { requireReadable } from './check-design.ts';
import { contrastOf } from './colours.ts';
import { makeLogo, sniffPicture } from './logo.ts';
import { failedTrial } from './readable.ts';
import { type Design, ERROR_LEVELS, FINDER_SHAPES, MODULE_SHAPES, PLAIN_DESIGN, zDesign } from './values.ts';

const address = 'https://go.example.com/aB3xY9z?s=Zm9vYmFyYmF6cXV4';
const designOf = (change: Partial<Design>): Design => ({ ...PLAIN_DESIGN, ...change });

/** A noisy picture of one colour after another: the hardest kind of logo. */
function noisyPicture(side: number): string {
  const png = new PNG({ width: side, height: side });
  for (let at = 0; at < png.data.length; at += 4)
    png.data.set([(at * 7919) % 256, (at * 104_729) % 256, (at * 31) % 256, 255], at);
  return PNG.sync.write(png).toString('base64');
}

async function decode(design: Design, size: number): Promise<string | undefined> {
  const { data } = await drawPicture(address, { format: 'png', size }, design);
  const image = PNG.sync.read(Buffer.from(data, 'base64'));
  expect(image.width).toBe(size);
  return jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data;
}

async function refusal(design: Design): Promise<{ code?: string; errors?: { path: string }[] }> {
  try {
    await requireReadable(address, design);
    return {};
  } catch (error) {
    return error as { code: string; errors: { path: string }[] };
  }
}

describe('what is accepted can be scanned', () => {
  test('every shape at every error level reads straight, blurred, rotated and at 2 cm on a screen', () => {
    for (const module_shape of MODULE_SHAPES)
      for (const finder_shape of FINDER_SHAPES)
        for (const error_level of ['M', 'H'] as const)
          expect(failedTrial(address, designOf({ module_shape, finder_shape, error_level }))).toBeUndefined();
  });

  test('whatever colours, shapes and logo size are accepted, the printed picture decodes', async () => {
    const logo = await makeLogo(noisyPicture(120));
    const colour = fc
      .constantFrom<readonly [number, number]>([0, 120], [0, 120], [150, 255], [0, 255])
      .chain(([min, max]) => {
        const channel = fc.integer({ min, max });
        return fc.tuple(channel, channel, channel);
      })
      .map((values) => `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
    const designs = fc.record({
      foreground: colour,
      background: colour,
      finder: colour,
      module_shape: fc.constantFrom(...MODULE_SHAPES),
      finder_shape: fc.constantFrom(...FINDER_SHAPES),
      error_level: fc.constantFrom(...ERROR_LEVELS),
      quiet_zone: fc.integer({ min: 2, max: 8 }),
      logo: fc.constantFrom(null, logo),
      logo_percent: fc.integer({ min: 10, max: 40 }),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(designs, fc.integer({ min: 300, max: 700 }), async (design, size) => {
        if ((await refusal(design)).code !== undefined) return;
        accepted += 1;
        expect(await decode(design, size)).toBe(address);
      }),
      { numRuns: 80, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(3);
  });

  test('SVG and PDF hold the design; a PDF names the places of its objects truly', async () => {
    const design = designOf({
      foreground: '#123456',
      finder: '#005500',
      module_shape: 'dot',
      error_level: 'H',
      logo: await makeLogo(noisyPicture(64)),
    });
    const svg = (await drawPicture(address, { format: 'svg', size: 300 }, design)).data;
    for (const part of ['fill="#123456"', 'fill="#005500"', 'data:image/png;base64,'])
      expect(svg).toContain(part);
    const pdf = Buffer.from(
      (await drawPicture(address, { format: 'pdf', size: 600 }, design)).data,
      'base64',
    );
    const text = pdf.toString('latin1');
    expect(text).toContain('/MediaBox [0 0 144 144]');
    for (const [, place, number] of [...text.matchAll(/^(\d{10}) 00000 n /gm)].map((match, index) => [
      0,
      Number(match[1]),
      index + 1,
    ]))
      expect(text.slice(place, (place as number) + 10)).toStartWith(`${number} 0 obj`);
  });
});

describe('what scanners could not read is refused', () => {
  test.each([
    ['yellow on white', { foreground: '#f5ca47' }, 'design.foreground'],
    [
      'light on dark',
      { foreground: '#ffffff', background: '#000000', finder: '#ffffff' },
      'design.foreground',
    ],
    ['pale corners', { finder: '#cccccc' }, 'design.finder'],
    [
      'a logo over more than the error level mends',
      { logo_percent: 40, logo: noisyPicture(32), error_level: 'L' },
      'design.logo_percent',
    ],
  ] as const)('%s', async (_name, change, path) => {
    const { code, errors } = await refusal(designOf(change));
    expect([code, errors?.[0]?.path]).toEqual(['qr.design_unreadable', path]);
  });

  test('contrast is that of WCAG: black on white 21, equal colours 1', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#777777')).toBeCloseTo(1, 5);
  });

  test('a colour that is none cannot reach the SVG', () => {
    for (const foreground of ['red', '#fff', '#00000"', 'url(#a)', '#0000000'])
      expect(zDesign.safeParse(designOf({ foreground })).success).toBe(false);
  });
});

describe('a logo', () => {
  test('is known by its content, and SVG is no logo', async () => {
    expect(sniffPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined();
    expect(sniffPicture(Buffer.from('GIF89a'))).toBeUndefined();
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const image = new Bun.Image(Buffer.from(noisyPicture(40), 'base64'));
      const bytes = await image[format]().bytes();
      expect(sniffPicture(bytes)).toBe(format);
      const logo = Buffer.from(await makeLogo(Buffer.from(bytes).toString('base64')), 'base64');
      expect(sniffPicture(logo)).toBe('png');
    }
  });

  test.each([
    ['text', Buffer.from('not a picture').toString('base64')],
    ['a PNG that breaks off', noisyPicture(40).slice(0, 400)],
    [
      'HTML behind a PNG’s first bytes',
      Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1').toString('base64'),
    ],
  ])('that is %s is refused', async (_name, data) => {
    expect(await makeLogo(data).catch((error) => error.code)).toBe('qr.logo_invalid');
  });

  test('carries nothing of the file but pixels', async () => {
    const bytes = Buffer.concat([
      Buffer.from(noisyPicture(40), 'base64'),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const logo = Buffer.from(await makeLogo(bytes.toString('base64')), 'base64');
    expect(logo.includes('script')).toBe(false);
  });
});
