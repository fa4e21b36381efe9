import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sniffPicture } from '@waypost/sdk';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { drawPages } from '../../testing/draw-page.ts';
import { drawPicture } from '../draw-picture.ts';
import { requireReadable } from './check-design.ts';
import { contrastOf } from './colours.ts';
import { makeLogo } from './make-logo.ts';
import { BUILT_IN } from './presets/built-in.ts';
import { failedTrial, findFault } from './readable.ts';
import {
  type Design,
  ERROR_LEVELS,
  FINDER_SHAPES,
  GRADIENT_KINDS,
  MODULE_SHAPES,
  PLAIN_DESIGN,
  zDesign,
} from './values.ts';

setDefaultTimeout(60_000);

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

/** The proof itself, without a thread. */
const judge = async (place: string, design: Design) => findFault(place, design);

async function refusal(design: Design): Promise<{ code?: string; errors?: { path: string }[] }> {
  try {
    await requireReadable({ judge }, address, design);
    return {};
  } catch (error) {
    return error as { code: string; errors: { path: string }[] };
  }
}

const bytesOf = (data: string) => new Uint8Array(Buffer.from(data, 'base64'));

describe('what is accepted can be scanned', () => {
  test('every shape at every error level reads straight, blurred, rotated and at 2 cm on a screen', () => {
    for (const module_shape of MODULE_SHAPES)
      for (const finder_shape of FINDER_SHAPES)
        for (const error_level of ['M', 'H'] as const)
          expect(failedTrial(address, designOf({ module_shape, finder_shape, error_level }))).toBeUndefined();
  });

  test('whatever colours, shapes and logo size are accepted, the printed picture decodes', async () => {
    const logo = await makeLogo(bytesOf(noisyPicture(120)));
    const colourOf = (...ranges: (readonly [number, number])[]) =>
      fc
        .constantFrom(...ranges)
        .chain(([min, max]) => {
          const channel = fc.integer({ min, max });
          return fc.tuple(channel, channel, channel);
        })
        .map((values) => `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
    const dark = colourOf([0, 110], [0, 110], [0, 110], [0, 255]);
    const light = colourOf([200, 255], [200, 255], [200, 255], [0, 255]);
    const designs = fc.record({
      foreground: dark,
      gradient: fc.option(
        fc.record({
          kind: fc.constantFrom(...GRADIENT_KINDS),
          to: dark,
          angle: fc.integer({ min: 0, max: 359 }),
        }),
      ),
      background: light,
      finder: dark,
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
      { numRuns: 40, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(6);
  });

  test('SVG and PDF hold the design; a PDF names the places of its objects truly', async () => {
    const design = designOf({
      foreground: '#123456',
      finder: '#005500',
      module_shape: 'dot',
      error_level: 'H',
      logo: await makeLogo(bytesOf(noisyPicture(64))),
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

describe('a gradient', () => {
  const gradientOf = (kind: 'linear' | 'radial', angle = 0) =>
    designOf({ foreground: '#aa0000', gradient: { kind, to: '#0000aa', angle }, quiet_zone: 4 });

  async function inksOf(design: Design) {
    const { data } = await drawPicture(address, { format: 'png', size: 600 }, design);
    const { width, data: pixels } = PNG.sync.read(Buffer.from(data, 'base64'));
    const inks: { x: number; y: number; red: number; blue: number }[] = [];
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (y * width + x) * 4;
        const [red, green, blue] = [pixels[at] as number, pixels[at + 1], pixels[at + 2] as number];
        if (green === 0 && red + blue > 100) inks.push({ x: x / width, y: y / width, red, blue });
      }
    return inks;
  }

  test('goes in its direction: from the left, from the top, from the middle', async () => {
    for (const { x, red, blue } of await inksOf(gradientOf('linear'))) {
      if (x < 0.3) expect(red).toBeGreaterThan(blue);
      if (x > 0.7) expect(blue).toBeGreaterThan(red);
    }
    for (const { y, red, blue } of await inksOf(gradientOf('linear', 90))) {
      if (y < 0.3) expect(red).toBeGreaterThan(blue);
      if (y > 0.7) expect(blue).toBeGreaterThan(red);
    }
    for (const { x, y, red, blue } of await inksOf(gradientOf('radial'))) {
      const far = Math.hypot(x - 0.5, y - 0.5);
      if (far < 0.2) expect(red).toBeGreaterThan(blue);
      if (far > 0.45) expect(blue).toBeGreaterThan(red);
    }
  });

  test('is in SVG and PDF, too, and a design without one draws as before', async () => {
    for (const kind of GRADIENT_KINDS) {
      const { data: svg } = await drawPicture(address, { format: 'svg', size: 300 }, gradientOf(kind));
      expect(svg).toContain(`<${kind}Gradient id="ink"`);
      expect(svg).toContain('<stop offset="1" stop-color="#0000aa"/>');
      const { data: pdf } = await drawPicture(address, { format: 'pdf', size: 600 }, gradientOf(kind));
      const text = Buffer.from(pdf, 'base64').toString('latin1');
      expect(text).toContain(`/ShadingType ${kind === 'linear' ? 2 : 3} `);
      expect(text).toContain('/C0 [0.6667 0 0] /C1 [0 0 0.6667]');
    }
    const { gradient, ...older } = PLAIN_DESIGN;
    expect(zDesign.parse(older)).toEqual(older);
    expect(await drawPicture(address, { format: 'svg', size: 300 }, older)).toEqual(
      await drawPicture(address, { format: 'svg', size: 300 }, PLAIN_DESIGN),
    );
  });
});

describe('a frame', () => {
  const framed = designOf({ ...BUILT_IN.sunset, frame: { text: 'Scan <me> 扫一扫', colour: '#1b1b1b' } });

  test('stands around the code, which is read in PNG and PDF as without it', async () => {
    for (const size of [200, 333, 800]) expect(await decode(framed, size)).toBe(address);
    const { data } = await drawPicture(address, { format: 'pdf', size: 1000 }, framed);
    const side = (1000 / 300) * 25.4;
    const page = drawPages(Buffer.from(data, 'base64'))[0]?.cut({ x: 0, y: 0, width: side, height: side });
    expect(page && jsQR(page.data, page.width, page.height)?.data).toBe(address);
  });

  test('has its text in letters of paper: in PNG as light pixels below the code, in SVG escaped', async () => {
    const png = PNG.sync.read(
      Buffer.from((await drawPicture(address, { format: 'png', size: 600 }, framed)).data, 'base64'),
    );
    const lightIn = (from: number, to: number) => {
      let light = 0;
      for (let y = Math.round(from * 600); y < Math.round(to * 600); y += 1)
        for (let x = 100; x < 500; x += 1) if ((png.data[(y * 600 + x) * 4] as number) > 200) light += 1;
      return light;
    };
    // Below the code, and at the very edge.
    expect(lightIn(0.895, 0.985)).toBeGreaterThan(1500);
    expect(lightIn(0, 0.03)).toBe(0);
    const svg = (await drawPicture(address, { format: 'svg', size: 300 }, framed)).data;
    expect(svg).toContain('>Scan &#60;me&#62; 扫一扫</text>');
  });

  test('close to the dots is refused, and so is one without a text', async () => {
    const { code, errors } = await refusal({ ...framed, quiet_zone: 1 });
    expect([code, errors?.[0]?.path]).toEqual(['qr.design_unreadable', 'design.quiet_zone']);
    expect(zDesign.safeParse({ ...framed, frame: { text: ' ', colour: '#000000' } }).success).toBe(false);
  });
});

describe('what scanners could not read is refused', () => {
  test.each([
    [
      'a gradient that ends paler than scanners can tell',
      { gradient: { kind: 'linear', to: '#f5ca47', angle: 45 } },
      'design.gradient',
    ],
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
      const logo = Buffer.from(await makeLogo(bytes), 'base64');
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
    expect(await makeLogo(bytesOf(data)).catch((error) => error.code)).toBe('qr.logo_invalid');
  });

  test('carries nothing of the file but pixels', async () => {
    const bytes = Buffer.concat([
      Buffer.from(noisyPicture(40), 'base64'),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const logo = Buffer.from(await makeLogo(bytes), 'base64');
    expect(logo.includes('script')).toBe(false);
  });
});
