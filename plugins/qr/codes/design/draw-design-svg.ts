import { type CodeSymbol, symbolOf } from './geometry.ts';
import { gradientPlace } from './gradient.ts';
import { finderOutline, moduleOutline, type Step } from './outline.ts';
import type { Design } from './values.ts';

/** Draws `address` in a design as SVG text of `size` pixels a side. Everything in it is ours: colours and numbers only. */
export function drawDesignSvg(address: string, design: Design, size: number): string {
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
