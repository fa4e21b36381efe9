import type { CSSProperties } from 'react';

/** How a column's wished width is said to its cells; the one that names the row needs no more room than that to stay. */
export function cellStyle(
  width: number | undefined,
  said: 'width' | 'maxWidth',
): (CSSProperties & Record<'--wp-column', string>) | undefined {
  return width === undefined ? undefined : { [said]: width, '--wp-column': `${width}px` };
}
