/** `share` (0 to 1) of a colour over another, both `#rrggbb` or, as built styles have it, `#rgb`. */
export function mix(colour: string, ground: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [over, under] = [colour, ground]
      .map(whole)
      .map((text) => Number.parseInt(text.slice(at, at + 2), 16)) as [number, number];
    return Math.round(under + (over - under) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

const whole = (colour: string): string =>
  colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;

/** How strong the weakest cell of a map is that has something in it: told from an empty one beside it. */
export const WEAKEST = 0.35;
