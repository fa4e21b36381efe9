/** Longest line that the project's formatter leaves in one piece (`lineWidth` of biome.json). */
const LINE_WIDTH = 110;

/** JSON as the project's own files have it: a list of plain values stands in one line where it fits. */
export function jsonText(value: unknown): string {
  const spread = JSON.stringify(value, undefined, 2);
  const closed = spread.replace(
    /^( *)(.*)\[\n([^[\]{}]*)\n *\](,?)$/gm,
    (whole, indent, before, items, comma) => {
      const line = `${indent}${before}[${items.trim().replace(/,\n */g, ', ')}]${comma}`;
      return line.length <= LINE_WIDTH ? line : whole;
    },
  );
  return `${closed}\n`;
}
