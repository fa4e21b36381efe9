import { frameLayout } from './frame.ts';
import { type CodeSymbol, symbolOf } from './geometry.ts';
import { gradientPlace } from './gradient.ts';
import { finderOutline, moduleOutline, type Step } from './outline.ts';
import type { Design } from './values.ts';

/** Draws `address` in a design as SVG text of `size` pixels a side. Everything in it is ours but the text of a frame, which is escaped. */
export function drawDesignSvg(address: string, design: Design, size: number): string {
  if (!design.frame) return drawPlainSvg(address, design, size);
  const { side: inner } = symbolOf(address, design);
  const { side, left, top, radius, text, ink } = frameLayout(inner, design.frame);
  const words = design.frame.text;
  const letters = Math.min(text.size, text.width / Math.max(1, widthOf(words)));
  const framed = drawPlainSvg(address, design, inner).replace(
    '<svg ',
    `<svg x="${short(left)}" y="${short(top)}" `,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${short(side)} ${short(side)}"><rect width="${short(side)}" height="${short(side)}" rx="${short(radius)}" fill="${design.frame.colour}"/>${framed}<text x="${short(text.x)}" y="${short(text.y)}" font-size="${short(letters)}" text-anchor="middle" fill="${ink}" font-family="'DejaVu Sans Condensed','Arial Narrow',Arial,sans-serif">${escaped(words)}</text></svg>`;
}

/** Of a letter, in its height, about: the fonts of a viewer are not known. */
const WIDTHS = { narrow: 0.58, wide: 1 } as const;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/;

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? WIDTHS.wide : WIDTHS.narrow), 0);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function drawPlainSvg(address: string, design: Design, size: number): string {
  const symbol = symbolOf(address, design);
  const { side, logo, margin } = symbol;
  const picture =
    logo === undefined || design.logo === null
      ? ''
      : `<image x="${logo.start + margin}" y="${logo.start + margin}" width="${logo.side}" height="${logo.side}" preserveAspectRatio="xMidYMid meet" href="data:image/png;base64,${design.logo}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"${design.module_shape === 'square' && design.finder_shape === 'square' ? ' shape-rendering="crispEdges"' : ''}><path fill="${design.background}" d="M0 0h${side}v${side}H0z"/>${gradientOf(symbol, design)}<path fill="${design.gradient ? 'url(#ink)' : design.foreground}" d="${pathOf(moduleOutline(symbol, design))}"/><path fill="${design.finder}" fill-rule="evenodd" d="${pathOf(finderOutline(symbol, design))}"/>${picture}</svg>`;
}

function gradientOf(symbol: CodeSymbol, { foreground, gradient }: Design): string {
  if (!gradient) return '';
  const place = gradientPlace(symbol, gradient);
  const stops = `<stop offset="0" stop-color="${foreground}"/><stop offset="1" stop-color="${gradient.to}"/>`;
  const [name, where] =
    place.kind === 'linear'
      ? [
          'linearGradient',
          `x1="${short(place.from[0])}" y1="${short(place.from[1])}" x2="${short(place.to[0])}" y2="${short(place.to[1])}"`,
        ]
      : [
          'radialGradient',
          `cx="${short(place.centre[0])}" cy="${short(place.centre[1])}" r="${short(place.radius)}"`,
        ];
  return `<defs><${name} id="ink" gradientUnits="userSpaceOnUse" ${where}>${stops}</${name}></defs>`;
}

function short(value: number): number {
  return Number(value.toFixed(2));
}

function pathOf(steps: readonly Step[]): string {
  return steps.map(({ to, points }) => `${to}${points.map(short).join(' ')}`).join('');
}
